// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'viewingAs.end' | 'viewingAs.only' | 'viewingAs.region'

declare const messages: { readonly [K in Plain]: Message } & {
  'viewingAs.as': Message<'name'>; 'viewingAs.left': Message<'count'>
}
export default messages
