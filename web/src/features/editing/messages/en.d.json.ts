// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'bulk.action' | 'bulk.addGenres' | 'bulk.addTags' | 'bulk.analyze' | 'bulk.custom' | 'bulk.edit' | 'bulk.field' | 'bulk.goesOn'
  | 'bulk.includeLocked' | 'bulk.lock' | 'bulk.patch' | 'bulk.patchHint' | 'bulk.patchWrong' | 'bulk.preview' | 'bulk.progress' | 'bulk.redo'
  | 'bulk.removeGenres' | 'bulk.removeTags' | 'bulk.renumber' | 'bulk.replaceGenres' | 'bulk.replaceTags' | 'bulk.reset' | 'bulk.scope'
  | 'bulk.state.pending' | 'bulk.thumbnails' | 'bulk.undoing' | 'bulk.unlock' | 'choice.ltr' | 'choice.rtl' | 'choice.ttb' | 'choice.webtoon'
  | 'cover.book' | 'cover.custom' | 'cover.default' | 'cover.generated' | 'cover.url' | 'editing.addName' | 'editing.addPerson' | 'editing.addTitle'
  | 'editing.alternateTitles' | 'editing.conflict' | 'editing.empty' | 'editing.hint' | 'editing.no' | 'editing.none' | 'editing.otherTitle'
  | 'editing.personName' | 'editing.personRole' | 'editing.titleLabel' | 'editing.titleLabelExample' | 'editing.undo' | 'editing.yes' | 'history.added'
  | 'history.after' | 'history.before' | 'history.done' | 'history.heading' | 'history.more' | 'history.order' | 'history.removed' | 'history.reverted'
  | 'history.unchanged' | 'history.undo' | 'history.values' | 'origin.revert' | 'origin.someone' | 'origin.theFile' | 'origin.useFile' | 'section.about'
  | 'section.names' | 'section.people' | 'section.place' | 'section.publication' | 'source.books' | 'source.comicinfo' | 'source.comicinfo_file'
  | 'source.file_name' | 'source.metroninfo' | 'source.opf' | 'source.opf_file' | 'source.pdf' | 'source.person' | 'source.series_json'
  | 'sources.field.ageRating' | 'sources.field.alternateCount' | 'sources.field.alternateNumber' | 'sources.field.alternateSeries'
  | 'sources.field.awards' | 'sources.field.calibre' | 'sources.field.characters' | 'sources.field.communityRating' | 'sources.field.custom'
  | 'sources.field.identifiers' | 'sources.field.locations' | 'sources.field.mainCharacterOrTeam' | 'sources.field.notes' | 'sources.field.otherTitles'
  | 'sources.field.readingDirection' | 'sources.field.reprints' | 'sources.field.review' | 'sources.field.scanInformation' | 'sources.field.series'
  | 'sources.field.seriesGroups' | 'sources.field.seriesTitleSort' | 'sources.field.seriesYear' | 'sources.field.storyArcs' | 'sources.field.teams'
  | 'sources.field.universes' | 'sources.field.webLinks' | 'sources.heading' | 'sources.none' | 'sources.reading' | 'sources.reason.all'
  | 'sources.reason.group' | 'sources.reason.locked' | 'sources.reason.only' | 'sources.reason.order' | 'sources.reason.together'

declare const messages: { readonly [K in Plain]: Message } & {
  'bulk.all': Message<'count'>; 'bulk.apply': Message<'count'>; 'bulk.changes': Message<'changed' | 'matched'>; 'bulk.checked': Message<'checked'>
  'bulk.headingBooks': Message<'count'>; 'bulk.headingSeries': Message<'count'>; 'bulk.more': Message<'count'>
  'bulk.reverted': Message<'changed' | 'matched'>; 'bulk.selected': Message<'count'>; 'bulk.skipped': Message<'count' | 'field'>
  'bulk.started': Message<'count'>; 'bulk.starts': Message<'count'>; 'bulk.state.cancelled': Message<'changed' | 'matched'>
  'bulk.state.done': Message<'changed' | 'matched'>; 'bulk.state.failed': Message<'changed' | 'matched'>
  'bulk.state.running': Message<'changed' | 'matched'>; 'cover.cropped': Message<'cover'>; 'cover.page': Message<'page'>
  'editing.heading': Message<'title'>; 'editing.lock': Message<'field'>; 'editing.person': Message<'number'>; 'editing.removeName': Message<'name'>
  'editing.unlock': Message<'field'>; 'history.bulk': Message<'name'>; 'history.edit': Message<'name'>; 'history.locked': Message<'count'>
  'history.reset': Message<'name'>; 'history.revert': Message<'name'>; 'history.skipped': Message<'fields'>; 'history.skippedAll': Message<'fields'>
  'history.unlocked': Message<'count'>; 'origin.file': Message<'source'>; 'origin.fileSays': Message<'value'>
  'origin.person': Message<'name' | 'time'>; 'sources.said': Message<'source' | 'value'>; 'sources.used': Message<'source' | 'value'>
}
export default messages
