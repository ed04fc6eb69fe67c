// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'choice.ltr' | 'choice.rtl' | 'choice.ttb' | 'choice.webtoon' | 'editing.addName' | 'editing.addPerson' | 'editing.addTitle'
  | 'editing.alternateTitles' | 'editing.conflict' | 'editing.hint' | 'editing.no' | 'editing.none' | 'editing.otherTitle' | 'editing.personName'
  | 'editing.personRole' | 'editing.saved' | 'editing.titleLabel' | 'editing.titleLabelExample' | 'editing.undo' | 'editing.yes' | 'role.author'
  | 'role.co_author' | 'role.colorist' | 'role.contributor' | 'role.cover_artist' | 'role.editor' | 'role.illustrator' | 'role.inker' | 'role.letterer'
  | 'role.penciller' | 'role.translator' | 'role.writer' | 'section.about' | 'section.names' | 'section.people' | 'section.place'
  | 'section.publication'

declare const messages: { readonly [K in Plain]: Message } & {
  'editing.heading': Message<'title'>; 'editing.lock': Message<'field'>; 'editing.removeName': Message<'name'>; 'editing.unlock': Message<'field'>
}
export default messages
