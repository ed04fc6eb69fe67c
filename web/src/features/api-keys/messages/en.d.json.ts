// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'apiKeys.all' | 'apiKeys.allHint' | 'apiKeys.chosen' | 'apiKeys.chosenHint' | 'apiKeys.create' | 'apiKeys.day' | 'apiKeys.done' | 'apiKeys.expired'
  | 'apiKeys.expiry' | 'apiKeys.expiry.date' | 'apiKeys.expiry.never' | 'apiKeys.expiryNever' | 'apiKeys.expiryYear' | 'apiKeys.fullAccess'
  | 'apiKeys.name' | 'apiKeys.namePlaceholder' | 'apiKeys.neverUsed' | 'apiKeys.none' | 'apiKeys.permissions' | 'apiKeys.reading'
  | 'apiKeys.readingHint' | 'apiKeys.readingOnly' | 'apiKeys.readyText' | 'apiKeys.revoke' | 'apiKeys.revokeText' | 'apiKeys.secret' | 'apiKeys.text'
  | 'apiKeys.title' | 'apiKeys.try' | 'apiKeys.turnedOff'

declare const messages: { readonly [K in Plain]: Message } & {
  'apiKeys.created': Message<'date'>; 'apiKeys.days': Message<'count'>; 'apiKeys.expiredOn': Message<'date'>; 'apiKeys.expires': Message<'date'>
  'apiKeys.expiresOn': Message<'date'>; 'apiKeys.permissionCount': Message<'count'>; 'apiKeys.ready': Message<'name'>
  'apiKeys.revokeNamed': Message<'name'>; 'apiKeys.revokeTitle': Message<'name'>; 'apiKeys.used': Message<'when'>
}
export default messages
