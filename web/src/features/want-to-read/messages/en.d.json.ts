// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'queue.already' | 'queue.empty' | 'queue.emptyText' | 'queue.leave' | 'queue.leaveHint' | 'queue.moreEntries' | 'queue.newest' | 'queue.oldest'
  | 'queue.own' | 'queue.sort'

declare const messages: { readonly [K in Plain]: Message } & {
  'queue.added': Message<'title'>; 'queue.addedMany': Message<'count'>; 'queue.down': Message<'title'>; 'queue.drag': Message<'title'>
  'queue.moved': Message<'place' | 'title' | 'total'>; 'queue.remove': Message<'title'>; 'queue.removed': Message<'title'>
  'queue.removedMany': Message<'count'>; 'queue.top': Message<'title'>; 'queue.up': Message<'title'>
}
export default messages
