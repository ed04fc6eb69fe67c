// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'people.access.text' | 'people.active' | 'people.activeHint' | 'people.add' | 'people.addGroup' | 'people.addMember' | 'people.addOidc'
  | 'people.addTag' | 'people.age' | 'people.ageHint' | 'people.all' | 'people.allow' | 'people.asRoleNo' | 'people.asRoleYes' | 'people.because.denied'
  | 'people.canSee' | 'people.cannotSee' | 'people.deactivate' | 'people.deactivateText' | 'people.deactivated' | 'people.deactivatedNote'
  | 'people.delete' | 'people.deleteGroupText' | 'people.deleteInstead' | 'people.deleteMenu' | 'people.deleteUserText' | 'people.denied'
  | 'people.deny' | 'people.devices' | 'people.devicesNone' | 'people.done' | 'people.editUser' | 'people.email' | 'people.granted' | 'people.groups'
  | 'people.groupsNone' | 'people.groupsText' | 'people.guardianLimit' | 'people.invite' | 'people.inviteAgain' | 'people.inviteHint'
  | 'people.inviteText' | 'people.libraries' | 'people.librariesAll' | 'people.librariesAllHint' | 'people.link' | 'people.linkAbout'
  | 'people.lost.account' | 'people.lost.keys' | 'people.lost.lists' | 'people.lost.progress' | 'people.members' | 'people.membersNone'
  | 'people.moreFound' | 'people.name' | 'people.neverSeen' | 'people.noEffect' | 'people.none' | 'people.noneText' | 'people.oidc' | 'people.oidcHint'
  | 'people.ownLimit' | 'people.password' | 'people.passwordNew' | 'people.passwordNewHint' | 'people.permissions' | 'people.permissionsHint'
  | 'people.pictureDelete' | 'people.pictureDeleteText' | 'people.reactivate' | 'people.reactivateText' | 'people.reason.library_allowed'
  | 'people.reason.library_hidden' | 'people.reason.library_open' | 'people.reason.tag_missing' | 'people.reason.unrated_shown' | 'people.resetLink'
  | 'people.role' | 'people.roleHint.admin' | 'people.roleHint.maintainer' | 'people.roleHint.reader' | 'people.save' | 'people.search' | 'people.share'
  | 'people.shareNone' | 'people.showPermissions' | 'people.signOutAll' | 'people.tags' | 'people.tagsHint' | 'people.tagsNone' | 'people.tagsText'
  | 'people.twoFactor' | 'people.twoFactorOff' | 'people.twoFactorOffText' | 'people.unrated' | 'people.username' | 'people.users.text'
  | 'people.whoSees' | 'people.whoSeesLabel'

declare const messages: { readonly [K in Plain]: Message } & {
  'people.added': Message<'name'>; 'people.ageOf': Message<'age'>; 'people.because.added': Message<'role'>
  'people.because.guardian': Message<'guardian'>; 'people.because.none': Message<'role'>; 'people.because.role': Message<'role'>
  'people.childOf': Message<'name'>; 'people.deactivateTitle': Message<'name'>; 'people.deleteGroup': Message<'name'>
  'people.deleteNamed': Message<'name'>; 'people.deleteTag': Message<'name'>; 'people.deleteTagText': Message<'count'>
  'people.deleteUser': Message<'name'>; 'people.devicesOf': Message<'name'>; 'people.edit': Message<'name'>; 'people.inviteLink': Message<'name'>
  'people.lastSeen': Message<'when'>; 'people.limited': Message<'count'>; 'people.membersCount': Message<'count'>; 'people.more': Message<'name'>
  'people.permissionCount': Message<'all' | 'count'>; 'people.permissionsOfNamed': Message<'name'>; 'people.pictureDeleteTitle': Message<'name'>
  'people.reactivateTitle': Message<'name'>; 'people.reason.age_allowed': Message<'age'>; 'people.reason.age_too_old': Message<'age'>
  'people.reason.tag_allowed': Message<'tag'>; 'people.reason.tag_denied': Message<'tag'>; 'people.reason.unrated_hidden': Message<'age'>
  'people.removeNamed': Message<'name'>; 'people.seriesCount': Message<'count'>; 'people.shareText': Message<'title'>
  'people.twoFactorOffTitle': Message<'name'>; 'people.userCount': Message<'count'>; 'people.viewAs': Message<'name'>
}
export default messages
