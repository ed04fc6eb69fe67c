// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'account.backToSignIn' | 'account.change' | 'account.changeText' | 'account.changed' | 'account.childAdd' | 'account.childAge'
  | 'account.childAgeHint' | 'account.childDeleteLabel' | 'account.childDeleteText' | 'account.childLibraries' | 'account.childLibrariesAll'
  | 'account.childLibrariesHint' | 'account.childUnrated' | 'account.children' | 'account.childrenText' | 'account.code' | 'account.codeHint'
  | 'account.codeTitle' | 'account.confirmAddress' | 'account.confirmFailed' | 'account.confirming' | 'account.create' | 'account.createText'
  | 'account.createTitle' | 'account.current' | 'account.details' | 'account.detailsChanged' | 'account.device.here' | 'account.device.unknown'
  | 'account.devices' | 'account.devicesText' | 'account.devicesTextChild' | 'account.editDetails' | 'account.endAll' | 'account.forgot'
  | 'account.forgotNoMail' | 'account.forgotNoMailTitle' | 'account.forgotSend' | 'account.forgotText' | 'account.forgotTitle'
  | 'account.incompleteLink' | 'account.linkSent' | 'account.linkSentText' | 'account.linked' | 'account.linkedNone' | 'account.linkedText'
  | 'account.new' | 'account.orBy' | 'account.password' | 'account.passwordWrong' | 'account.picture' | 'account.pictureChoose'
  | 'account.pictureDelete' | 'account.pictureDeleted' | 'account.pictureHint' | 'account.pictureSaved' | 'account.problem.linkTitle'
  | 'account.problem.title' | 'account.resetDone' | 'account.resetDoneText' | 'account.sendAgain' | 'account.set' | 'account.signedOutHere'
  | 'account.signedOutHereText' | 'account.signingIn' | 'account.startOver' | 'account.switch' | 'account.switchBackOther' | 'account.unlink'
  | 'account.unlinkText' | 'account.way.oidc' | 'account.way.passkey' | 'account.way.password' | 'account.way.profile' | 'account.way.registration'
  | 'account.way.setup' | 'apps.askAdmin' | 'apps.komga' | 'apps.komgaOff' | 'apps.komgaOn' | 'apps.koreader' | 'apps.koreaderKey' | 'apps.koreaderOff'
  | 'apps.koreaderOn' | 'apps.onlyHere' | 'apps.opds' | 'apps.opds2' | 'apps.password' | 'apps.text' | 'apps.title' | 'keys.single' | 'keys.singleHint'
  | 'keys.title' | 'passkey.add' | 'passkey.addText' | 'passkey.added' | 'passkey.alreadyHere' | 'passkey.cancelled' | 'passkey.create' | 'passkey.name'
  | 'passkey.nameHint' | 'passkey.never' | 'passkey.none' | 'passkey.notHere' | 'passkey.orCode' | 'passkey.remove' | 'passkey.removeText'
  | 'passkey.rename' | 'passkey.signIn' | 'passkey.synced' | 'passkey.text' | 'passkey.title' | 'passkey.unsupported' | 'passkey.use' | 'second.begin'
  | 'second.beginText' | 'second.beginTitle' | 'second.codesFile' | 'second.codesSave' | 'second.codesSaved' | 'second.codesText' | 'second.codesTitle'
  | 'second.confirm' | 'second.freshText' | 'second.freshTitle' | 'second.newCodes' | 'second.off' | 'second.on' | 'second.onPasskeys'
  | 'second.passkeys' | 'second.passkeysText' | 'second.passkeysTitle' | 'second.qr' | 'second.remove' | 'second.removeText' | 'second.removeTitle'
  | 'second.scan' | 'second.secret' | 'second.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'account.childDelete': Message<'name'>; 'account.childEdit': Message<'name'>; 'account.childLibraryCount': Message<'count'>
  'account.childUpTo': Message<'age'>; 'account.confirmAddressText': Message<'email'>; 'account.continueAs': Message<'name'>
  'account.device.of': Message<'client' | 'system'>; 'account.endNamed': Message<'name'>; 'account.ended': Message<'count'>
  'account.isChild': Message<'name'>; 'account.lastUsed': Message<'when'>; 'account.linkNamed': Message<'name'>; 'account.linkText': Message<'name'>
  'account.linkUsed': Message<'when'>; 'account.otherUser': Message<'name'>; 'account.otherUserText': Message<'name'>
  'account.signInWith': Message<'name'>; 'account.switchBack': Message<'name'>; 'account.switchBackText': Message<'name'>
  'account.switchTo': Message<'name'>; 'account.unlinkNamed': Message<'name'>; 'account.unlinkTitle': Message<'name'>
  'account.waitFor': Message<'time'>; 'apps.onlyHereText': Message<'address'>; 'apps.qr': Message<'name'>; 'passkey.addedOn': Message<'date'>
  'passkey.at': Message<'host'>; 'passkey.elsewhere': Message<'address'>; 'passkey.removeNamed': Message<'name'>
  'passkey.removeTitle': Message<'name'>; 'passkey.renameNamed': Message<'name'>; 'passkey.renameTitle': Message<'name'>
  'passkey.used': Message<'when'>; 'second.codesLeft': Message<'count'>
}
export default messages
