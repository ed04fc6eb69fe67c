// Written by `npm run messages` from en.json.
import type { Message } from '../../../../../messages/catalogue'

type Plain =
  | 'sources.again' | 'sources.fields.labels' | 'sources.fields.links' | 'sources.fields.names' | 'sources.fields.people' | 'sources.fields.place'
  | 'sources.fields.prose' | 'sources.fields.publication' | 'sources.fields.story' | 'sources.group.labels' | 'sources.group.links'
  | 'sources.group.names' | 'sources.group.people' | 'sources.group.place' | 'sources.group.prose' | 'sources.group.publication' | 'sources.group.story'
  | 'sources.groups' | 'sources.groupsIntro' | 'sources.hint.comicinfo' | 'sources.hint.comicinfo_file' | 'sources.hint.file_name'
  | 'sources.hint.metroninfo' | 'sources.hint.opf' | 'sources.hint.opf_file' | 'sources.hint.pdf' | 'sources.hint.series_json' | 'sources.intro'
  | 'sources.name.comicinfo' | 'sources.name.comicinfo_file' | 'sources.name.file_name' | 'sources.name.metroninfo' | 'sources.name.opf'
  | 'sources.name.opf_file' | 'sources.name.pdf' | 'sources.name.series_json' | 'sources.order' | 'sources.seriesFirst' | 'sources.usual'

declare const messages: { readonly [K in Plain]: Message } & {
  'sources.down': Message<'name'>; 'sources.orderOf': Message<'name'>; 'sources.up': Message<'name'>
}
export default messages
