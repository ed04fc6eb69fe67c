// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'preset.books' | 'preset.delete' | 'preset.home' | 'preset.name' | 'preset.nameTaken' | 'preset.noHome' | 'preset.none' | 'preset.outdated'
  | 'preset.pin' | 'preset.pinned' | 'preset.rename' | 'preset.replace' | 'preset.save' | 'preset.series' | 'preset.share' | 'preset.shareHint'
  | 'preset.shared' | 'preset.unpin' | 'preset.unshare' | 'rows.add' | 'rows.hint' | 'rows.list' | 'rows.none' | 'rows.reset'

declare const messages: { readonly [K in Plain]: Message } & {
  'preset.actions': Message<'name'>; 'preset.added': Message<'name'>; 'preset.changed': Message<'name'>; 'preset.deleted': Message<'name'>
  'preset.inLibrary': Message<'name'>; 'preset.offHome': Message<'name'>; 'preset.saved': Message<'name'>; 'preset.savedAs': Message<'name'>
  'preset.sharedBy': Message<'name'>; 'rows.addNamed': Message<'name'>; 'rows.down': Message<'name'>; 'rows.drag': Message<'name'>
  'rows.remove': Message<'name'>; 'rows.shown': Message<'name'>; 'rows.up': Message<'name'>
}
export default messages
