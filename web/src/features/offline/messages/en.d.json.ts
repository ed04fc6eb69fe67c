// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'offline.allUnread' | 'offline.clear' | 'offline.device' | 'offline.discard' | 'offline.empty' | 'offline.emptyText' | 'offline.howMany'
  | 'offline.needsHttps' | 'offline.noSpace' | 'offline.nothingNew' | 'offline.read' | 'offline.refusedMark' | 'offline.refusedPlace'
  | 'offline.refusedTitle' | 'offline.removeAll' | 'offline.removeAllText' | 'offline.removeAllTitle' | 'offline.retry' | 'offline.start'
  | 'offline.waiting'

declare const messages: { readonly [K in Plain]: Message } & {
  'offline.cancelOf': Message<'title'>; 'offline.cleared': Message<'count'>; 'offline.done': Message<'size'>; 'offline.failed': Message<'problem'>
  'offline.loading': Message<'done' | 'total'>; 'offline.next': Message<'count'>; 'offline.queued': Message<'count'>
  'offline.removeOf': Message<'title'>; 'offline.retryOf': Message<'title'>; 'offline.storage': Message<'free' | 'used'>
  'offline.tooMany': Message<'count'>; 'offline.unsent': Message<'count'>
}
export default messages
