// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'seeing.end' | 'seeing.only' | 'seeing.region'

declare const messages: { readonly [K in Plain]: Message } & {
  'seeing.as': Message<'name'>; 'seeing.left': Message<'count'>
}
export default messages
