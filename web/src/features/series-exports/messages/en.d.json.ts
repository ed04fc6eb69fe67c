// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'export.all' | 'export.both' | 'export.choose' | 'export.create' | 'export.failed' | 'export.few' | 'export.fields' | 'export.format'
  | 'export.hint' | 'export.list' | 'export.of' | 'export.waiting'

declare const messages: { readonly [K in Plain]: Message } & {
  'export.delete': Message<'format' | 'when'>; 'export.download': Message<'format' | 'when'>; 'export.expires': Message<'when'>
  'export.rows': Message<'count'>; 'export.working': Message<'percent'>
}
export default messages
