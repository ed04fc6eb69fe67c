// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'write.after' | 'write.before' | 'write.cancel' | 'write.empty' | 'write.field' | 'write.nothing' | 'write.off' | 'write.offHint' | 'write.refused'
  | 'write.safe' | 'write.same' | 'write.start' | 'write.started'

declare const messages: { readonly [K in Plain]: Message } & {
  'write.done': Message<'count'>; 'write.into': Message<'document'>; 'write.more': Message<'count'>; 'write.not': Message<'count'>
  'write.progress': Message<'current' | 'total'>; 'write.skipped': Message<'fields'>; 'write.title': Message<'name'>
  'write.titleMany': Message<'count'>; 'write.unchanged': Message<'count'>
}
export default messages
