// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'files.alsoFolder' | 'files.delete' | 'files.list' | 'files.notAllowed' | 'files.notDeleted' | 'files.nothing' | 'files.progressKept'
  | 'files.spared.changed' | 'files.spared.failed' | 'files.spared.gone' | 'files.spared.image_folder' | 'files.spared.linked_path'
  | 'files.spared.no_rights' | 'files.spared.not_a_file' | 'files.spared.read_only' | 'titles.apply' | 'titles.applying' | 'titles.locked'
  | 'titles.same' | 'titles.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'files.confirm': Message<'name'>; 'files.confirmMany': Message<'count'>; 'files.done': Message<'count'>; 'files.failed': Message<'count'>
  'files.more': Message<'count'>; 'files.readers': Message<'names'>; 'files.sum': Message<'count' | 'size'>; 'files.title': Message<'name'>
  'files.titleMany.books': Message<'count'>; 'files.titleMany.series': Message<'count'>; 'titles.change': Message<'after' | 'before'>
}
export default messages
