// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'names.addAlias' | 'names.aliases' | 'names.aliasesHint' | 'names.browse' | 'names.changes' | 'names.changesHint' | 'names.cleanUp' | 'names.delete'
  | 'names.description' | 'names.edit' | 'names.kind.characters' | 'names.kind.genres' | 'names.kind.imprints' | 'names.kind.locations'
  | 'names.kind.people' | 'names.kind.publishers' | 'names.kind.story-arcs' | 'names.kind.tags' | 'names.kind.teams' | 'names.links' | 'names.linksHint'
  | 'names.merge' | 'names.name' | 'names.nameHint' | 'names.newAlias' | 'names.noChanges' | 'names.noOther' | 'names.none' | 'names.noneFound'
  | 'names.noneFoundText' | 'names.noneText' | 'names.nothingUnused' | 'names.role.artist' | 'names.role.author' | 'names.role.colorist'
  | 'names.role.contributor' | 'names.role.cover_artist' | 'names.role.editor' | 'names.role.illustrator' | 'names.role.inker' | 'names.role.letterer'
  | 'names.role.penciller' | 'names.role.translator' | 'names.role.writer' | 'names.roles' | 'names.search' | 'names.showAll' | 'names.sort'
  | 'names.sort.count' | 'names.sort.name' | 'names.sortName' | 'names.sortNameHint' | 'names.undoDone' | 'names.undoingLater' | 'names.undone'

declare const messages: { readonly [K in Plain]: Message } & {
  'names.changeMerge': Message<'names'>; 'names.changeRename': Message<'after' | 'before'>; 'names.changesTitle': Message<'name'>
  'names.cleanedUp': Message<'count'>; 'names.count': Message<'count'>; 'names.deleteText': Message<'counts'>; 'names.deleteTitle': Message<'name'>
  'names.deleteUnused': Message<'count'>; 'names.deleted': Message<'name'>; 'names.editTitle': Message<'name'>; 'names.mergeChosen': Message<'count'>
  'names.mergeHint': Message<'name'>; 'names.mergePreview': Message<'books' | 'series'>; 'names.mergeTitle': Message<'name'>
  'names.merged': Message<'name'>; 'names.mergingLater': Message<'name'>; 'names.moreBooks': Message<'count'>; 'names.removeAlias': Message<'name'>
  'names.unusedText': Message<'count'>
}
export default messages
