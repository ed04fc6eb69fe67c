// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'external.add' | 'external.addSite' | 'external.added' | 'external.address' | 'external.addressExample' | 'external.fromFile'
  | 'external.notAddress' | 'external.title' | 'rating.clear' | 'rating.mine' | 'rating.noStars' | 'rating.none' | 'rating.noneText' | 'rating.notes'
  | 'rating.notesAdd' | 'rating.ofMine' | 'rating.save' | 'rating.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'external.isId': Message<'id' | 'site'>; 'external.isLink': Message<'site'>; 'external.remove': Message<'site'>; 'external.votes': Message<'count'>
  'rating.average': Message<'average' | 'count'>; 'rating.cleared': Message<'count'>; 'rating.ofFile': Message<'rating'>
  'rating.rate': Message<'count'>; 'rating.rated': Message<'count' | 'rating'>; 'rating.stars': Message<'value'>
}
export default messages
