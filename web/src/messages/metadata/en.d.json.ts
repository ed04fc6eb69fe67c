// Written by `npm run messages` from en.json.
import type { Message } from '../../messages/catalogue'

type Plain =
  | 'choice.abandoned' | 'choice.anthology' | 'choice.artbook' | 'choice.comic' | 'choice.ended' | 'choice.graphic_novel' | 'choice.hiatus'
  | 'choice.magazine' | 'choice.manga' | 'choice.novel' | 'choice.novella' | 'choice.omnibus' | 'choice.oneshot' | 'choice.ongoing' | 'choice.unknown'
  | 'role.author' | 'role.co_author' | 'role.colorist' | 'role.contributor' | 'role.cover_artist' | 'role.editor' | 'role.illustrator' | 'role.inker'
  | 'role.letterer' | 'role.penciller' | 'role.translator' | 'role.writer'

declare const messages: { readonly [K in Plain]: Message } & {
  never
}
export default messages
