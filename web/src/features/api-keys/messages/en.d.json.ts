// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'apiKeys.all' | 'apiKeys.allHint' | 'apiKeys.chosen' | 'apiKeys.chosenHint' | 'apiKeys.create' | 'apiKeys.day' | 'apiKeys.ended' | 'apiKeys.expiry'
  | 'apiKeys.expiry.date' | 'apiKeys.expiry.never' | 'apiKeys.expiryNever' | 'apiKeys.expiryYear' | 'apiKeys.freshText' | 'apiKeys.kept' | 'apiKeys.may'
  | 'apiKeys.mayAll' | 'apiKeys.mayReading' | 'apiKeys.name' | 'apiKeys.namePlaceholder' | 'apiKeys.neverUsed' | 'apiKeys.none' | 'apiKeys.off'
  | 'apiKeys.reading' | 'apiKeys.readingHint' | 'apiKeys.revoke' | 'apiKeys.revokeText' | 'apiKeys.secret' | 'apiKeys.text' | 'apiKeys.title'
  | 'apiKeys.try'

declare const messages: { readonly [K in Plain]: Message } & {
  'apiKeys.created': Message<'date'>; 'apiKeys.days': Message<'count'>; 'apiKeys.endedOn': Message<'date'>; 'apiKeys.endsOn': Message<'date'>
  'apiKeys.expires': Message<'date'>; 'apiKeys.fresh': Message<'name'>; 'apiKeys.mayCount': Message<'count'>; 'apiKeys.revokeNamed': Message<'name'>
  'apiKeys.revokeTitle': Message<'name'>; 'apiKeys.used': Message<'when'>
}
export default messages
