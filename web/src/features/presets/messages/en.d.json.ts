// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'preset.books' | 'preset.delete' | 'preset.home' | 'preset.name' | 'preset.none' | 'preset.outdated' | 'preset.pin' | 'preset.pinned'
  | 'preset.removeFromHome' | 'preset.rename' | 'preset.replace' | 'preset.save' | 'preset.series' | 'preset.share' | 'preset.shareHint'
  | 'preset.shared' | 'preset.unpin' | 'preset.unshare' | 'rows.add' | 'rows.hint' | 'rows.list' | 'rows.none' | 'rows.reset'

declare const messages: { readonly [K in Plain]: Message } & {
  'preset.actions': Message<'name'>; 'preset.addedToHome': Message<'name'>; 'preset.deleted': Message<'name'>; 'preset.inLibrary': Message<'name'>
  'preset.removedFromHome': Message<'name'>; 'preset.saved': Message<'name'>; 'preset.savedAs': Message<'name'>; 'preset.sharedBy': Message<'name'>
  'preset.updated': Message<'name'>; 'rows.addNamed': Message<'name'>; 'rows.down': Message<'name'>; 'rows.drag': Message<'name'>
  'rows.remove': Message<'name'>; 'rows.shown': Message<'name'>; 'rows.up': Message<'name'>
}
export default messages
