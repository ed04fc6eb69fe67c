// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'profiles.comic' | 'profiles.copyTo' | 'profiles.default' | 'profiles.device' | 'profiles.epub' | 'profiles.more' | 'profiles.none' | 'profiles.pdf'
  | 'profiles.resetDone' | 'profiles.text' | 'profiles.thisDevice' | 'profiles.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'profiles.book': Message<'name'>; 'profiles.copied': Message<'target'>; 'profiles.copy': Message<'profile'>; 'profiles.library': Message<'name'>
  'profiles.reset': Message<'profile'>; 'profiles.series': Message<'name'>; 'profiles.settings': Message<'count'>
}
export default messages
