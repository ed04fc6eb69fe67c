// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'curated.add' | 'curated.addTo.collections' | 'curated.addTo.readlists' | 'curated.arrange' | 'curated.arrangeHint' | 'curated.asMissing'
  | 'curated.automatic' | 'curated.browse' | 'curated.choose' | 'curated.chooseBook' | 'curated.chooseFile' | 'curated.continue' | 'curated.create'
  | 'curated.delete' | 'curated.deleteText' | 'curated.edit' | 'curated.empty' | 'curated.emptyText' | 'curated.exportCbl' | 'curated.exportJson'
  | 'curated.file' | 'curated.findPeople' | 'curated.import' | 'curated.importHint' | 'curated.kind.collections' | 'curated.kind.readlists'
  | 'curated.matchNone' | 'curated.missing' | 'curated.name' | 'curated.new.collections' | 'curated.new.readlists' | 'curated.newList'
  | 'curated.newName' | 'curated.noBooks' | 'curated.none.collections' | 'curated.none.readlists' | 'curated.noneText.collections'
  | 'curated.noneText.readlists' | 'curated.ordered' | 'curated.people' | 'curated.read' | 'curated.rule' | 'curated.rule.hand' | 'curated.rule.keep'
  | 'curated.ruleEmpties' | 'curated.ruleHint' | 'curated.sectionHint' | 'curated.share' | 'curated.showUndecided' | 'curated.summary'
  | 'curated.unclear' | 'curated.visibility.private' | 'curated.visibility.public' | 'curated.visibility.shared'

declare const messages: { readonly [K in Plain]: Message } & {
  'curated.addSection': Message<'name'>; 'curated.added.collections': Message<'count' | 'name'>; 'curated.added.readlists': Message<'count' | 'name'>
  'curated.addedBefore': Message<'name'>; 'curated.arrangeFirst': Message<'count' | 'total'>; 'curated.arrangeTitle': Message<'name'>
  'curated.bookFor': Message<'name'>; 'curated.candidates': Message<'count'>; 'curated.chooseBookFor': Message<'name'>
  'curated.chosen': Message<'name'>; 'curated.count.collections': Message<'count'>; 'curated.count.readlists': Message<'count'>
  'curated.deleteTitle': Message<'name'>; 'curated.deleted': Message<'name'>; 'curated.down': Message<'name'>; 'curated.drag': Message<'name'>
  'curated.editTitle': Message<'name'>; 'curated.findBook': Message<'name'>; 'curated.found': Message<'ambiguous' | 'matched' | 'missing'>
  'curated.match': Message<'count'>; 'curated.mayEdit': Message<'name'>; 'curated.moved': Message<'name' | 'place' | 'total'>
  'curated.owner': Message<'name'>; 'curated.remove': Message<'name'>; 'curated.section': Message<'name'>; 'curated.shareTitle': Message<'name'>
  'curated.toMatch': Message<'count'>; 'curated.undecidedHint': Message<'count'>; 'curated.unshare': Message<'name'>; 'curated.up': Message<'name'>
  'curated.wanted': Message<'count'>
}
export default messages
