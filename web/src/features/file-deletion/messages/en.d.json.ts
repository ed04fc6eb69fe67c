// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'files.alsoFolder' | 'files.delete' | 'files.kept' | 'files.notAllowed' | 'files.nothing' | 'files.spared' | 'titles.apply' | 'titles.asked'
  | 'titles.locked' | 'titles.same' | 'titles.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'files.confirm': Message<'name'>; 'files.done': Message<'count'>; 'files.more': Message<'count'>; 'files.readers': Message<'names'>
  'files.sum': Message<'count' | 'size'>; 'files.title': Message<'name'>; 'titles.change': Message<'after' | 'before'>
}
export default messages
