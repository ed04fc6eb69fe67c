// Written by `npm run messages` from en.json.
import type { Message } from '../../messages/catalogue'

type Plain =
  | 'choice.abandoned' | 'choice.anthology' | 'choice.artbook' | 'choice.comic' | 'choice.ended' | 'choice.graphic_novel' | 'choice.hiatus'
  | 'choice.magazine' | 'choice.manga' | 'choice.novel' | 'choice.novella' | 'choice.omnibus' | 'choice.oneshot' | 'choice.ongoing' | 'choice.unknown'

declare const messages: { readonly [K in Plain]: Message } & {
  never
}
export default messages
