// Written by `npm run messages` from en.json.
import type { Message } from '../../../../../messages/catalogue'

type Plain =
  | 'naming.bookPattern' | 'naming.bookPatternHint' | 'naming.bookStrategy' | 'naming.bookStrategy.custom' | 'naming.bookStrategy.filename'
  | 'naming.bookStrategy.metadata_first' | 'naming.bookStrategy.series_name' | 'naming.bookStrategy.smart' | 'naming.calibreMode'
  | 'naming.calibreMode.by_author' | 'naming.calibreMode.from_metadata' | 'naming.calibreMode.standalone' | 'naming.chapter' | 'naming.empty'
  | 'naming.fallback' | 'naming.file' | 'naming.filenamePatterns' | 'naming.filenamePatternsHint' | 'naming.genericPatterns' | 'naming.intro'
  | 'naming.namesOnly' | 'naming.noChange' | 'naming.number' | 'naming.numberStrategy' | 'naming.numberStrategy.file_order'
  | 'naming.numberStrategy.filename' | 'naming.numberStrategy.metadata' | 'naming.numberStrategy.smart' | 'naming.pattern' | 'naming.patternHint'
  | 'naming.preview' | 'naming.requireMetadata' | 'naming.ruleAdd' | 'naming.ruleFind' | 'naming.ruleReplace' | 'naming.rules' | 'naming.rulesHint'
  | 'naming.series' | 'naming.seriesStrategy' | 'naming.seriesStrategy.calibre' | 'naming.seriesStrategy.custom' | 'naming.seriesStrategy.flat'
  | 'naming.seriesStrategy.publisher_hierarchy' | 'naming.seriesStrategy.series_volume' | 'naming.seriesStrategy.series_volume_chapter'
  | 'naming.skipDepth' | 'naming.skipped.excluded' | 'naming.skipped.format_not_allowed' | 'naming.skipped.not_a_book' | 'naming.skipped.not_a_file'
  | 'naming.skipped.not_a_name' | 'naming.stripId' | 'naming.template' | 'naming.title' | 'naming.titleTemplate' | 'naming.volume'

declare const messages: { readonly [K in Plain]: Message } & {
  'naming.changes': Message<'count'>; 'naming.rule': Message<'number'>; 'naming.ruleRemove': Message<'number'>
  'naming.skipped': Message<'count' | 'reasons'>; 'naming.titleTemplateHint': Message<'chapter' | 'filename' | 'series' | 'title' | 'volume'>
}
export default messages
