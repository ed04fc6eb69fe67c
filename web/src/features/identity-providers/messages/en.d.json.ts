// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'idp.accounts' | 'idp.accountsLink' | 'idp.add' | 'idp.claims' | 'idp.clientId' | 'idp.deleteText' | 'idp.displayName' | 'idp.emailClaim'
  | 'idp.enabled' | 'idp.fromServer' | 'idp.groupsClaim' | 'idp.groupsHint' | 'idp.issuer' | 'idp.issuerHint' | 'idp.name' | 'idp.nameHint'
  | 'idp.newTitle' | 'idp.none' | 'idp.noneText' | 'idp.redirect' | 'idp.remove' | 'idp.role.admin' | 'idp.role.maintainer' | 'idp.role.reader'
  | 'idp.roles' | 'idp.rolesHint' | 'idp.save' | 'idp.scopes' | 'idp.scopesHint' | 'idp.secret' | 'idp.secretStored' | 'idp.text' | 'idp.title'
  | 'idp.turnedOff' | 'idp.usernameClaim'

declare const messages: { readonly [K in Plain]: Message } & {
  'idp.deleteNamed': Message<'name'>; 'idp.deleteTitle': Message<'name'>; 'idp.editNamed': Message<'name'>; 'idp.testInvalid': Message<'name'>
  'idp.testNamed': Message<'name'>; 'idp.testOk': Message<'name'>; 'idp.testReachable': Message<'name'>; 'idp.testUnreachable': Message<'name'>
}
export default messages
