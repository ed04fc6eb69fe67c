// Written by `npm run messages` from en.json.
import type { Message } from '../../messages/catalogue'

type Plain =
  | 'fault.email' | 'fault.invalid' | 'fault.number' | 'fault.required' | 'fault.url' | 'fault.whole'

declare const messages: { readonly [K in Plain]: Message } & {
  'fault.between': Message<'max' | 'min'>; 'fault.max': Message<'max'>; 'fault.min': Message<'min'>
}
export default messages
