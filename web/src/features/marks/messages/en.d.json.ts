// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'marks.add' | 'marks.all' | 'marks.allColors' | 'marks.area' | 'marks.book' | 'marks.bookmark' | 'marks.bookmarks' | 'marks.color'
  | 'marks.color.blue' | 'marks.color.green' | 'marks.color.pink' | 'marks.color.purple' | 'marks.color.yellow' | 'marks.copied' | 'marks.copy'
  | 'marks.delete' | 'marks.deleted' | 'marks.edit' | 'marks.empty' | 'marks.emptyText' | 'marks.exportJson' | 'marks.exportMarkdown'
  | 'marks.highlight' | 'marks.highlights' | 'marks.kind' | 'marks.more' | 'marks.newest' | 'marks.noHits' | 'marks.note' | 'marks.noteHint'
  | 'marks.oldest' | 'marks.place' | 'marks.region' | 'marks.regionHint' | 'marks.regionKeys' | 'marks.remove' | 'marks.save' | 'marks.search'
  | 'marks.selection' | 'marks.sort' | 'marks.stale' | 'marks.title' | 'marks.tooLong' | 'marks.wholePage' | 'marks.withNote'

declare const messages: { readonly [K in Plain]: Message } & {
  'marks.areaSaid': Message<'height' | 'left' | 'top' | 'width'>; 'marks.count': Message<'count'>; 'marks.editOf': Message<'mark'>
  'marks.go': Message<'mark'>; 'marks.highlightIn': Message<'color'>; 'marks.ofBook': Message<'count'>; 'marks.page': Message<'page'>
  'marks.partOf': Message<'page'>
}
export default messages
