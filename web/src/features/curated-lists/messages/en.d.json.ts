// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'kept.add' | 'kept.addTo.collections' | 'kept.addTo.readlists' | 'kept.arrange' | 'kept.arrangeHint' | 'kept.asMissing' | 'kept.automatic'
  | 'kept.browse' | 'kept.choose' | 'kept.create' | 'kept.delete' | 'kept.deleteText' | 'kept.edit' | 'kept.empty' | 'kept.emptyText' | 'kept.exportCbl'
  | 'kept.exportJson' | 'kept.file' | 'kept.findPeople' | 'kept.import' | 'kept.importHint' | 'kept.kind.collections' | 'kept.kind.readlists'
  | 'kept.missing' | 'kept.name' | 'kept.nameTaken' | 'kept.new.collections' | 'kept.new.readlists' | 'kept.newList' | 'kept.newName'
  | 'kept.none.collections' | 'kept.none.readlists' | 'kept.noneText.collections' | 'kept.noneText.readlists' | 'kept.ordered' | 'kept.people'
  | 'kept.rule' | 'kept.rule.hand' | 'kept.rule.keep' | 'kept.ruleEmpties' | 'kept.ruleHint' | 'kept.share' | 'kept.summary' | 'kept.visibility.private'
  | 'kept.visibility.public' | 'kept.visibility.shared'

declare const messages: { readonly [K in Plain]: Message } & {
  'kept.added': Message<'name'>; 'kept.arrangeTitle': Message<'name'>; 'kept.bookFor': Message<'name'>; 'kept.count': Message<'count'>
  'kept.deleteTitle': Message<'name'>; 'kept.deleted': Message<'name'>; 'kept.down': Message<'name'>; 'kept.drag': Message<'name'>
  'kept.editTitle': Message<'name'>; 'kept.found': Message<'ambiguous' | 'matched' | 'missing'>; 'kept.mayEdit': Message<'name'>
  'kept.owner': Message<'name'>; 'kept.remove': Message<'name'>; 'kept.removed': Message<'name'>; 'kept.section': Message<'name'>
  'kept.shareTitle': Message<'name'>; 'kept.unshare': Message<'name'>; 'kept.up': Message<'name'>; 'kept.wanted': Message<'count'>
}
export default messages
