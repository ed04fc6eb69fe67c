// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'history.clear' | 'history.clearAll' | 'history.clearAllText' | 'history.confirm' | 'history.deleted' | 'history.devices' | 'history.empty'
  | 'history.emptyText' | 'history.finished' | 'history.here' | 'history.ofBook' | 'history.title' | 'history.undone' | 'history.unknownDevice'

declare const messages: { readonly [K in Plain]: Message } & {
  'history.abandoned': Message<'page'>; 'history.days': Message<'from' | 'to'>; 'history.delete': Message<'title'>
  'history.device': Message<'client' | 'system'>; 'history.onPage': Message<'page'>; 'history.openAt': Message<'page'>
  'history.openShare': Message<'share'>; 'history.readTimes': Message<'count'>; 'history.undo': Message<'page'>
}
export default messages
