// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'data.cancelled' | 'data.choose' | 'data.export' | 'data.exports' | 'data.failed' | 'data.finished' | 'data.imports' | 'data.known' | 'data.newer'
  | 'data.nothing' | 'data.part' | 'data.part.collections' | 'data.part.history' | 'data.part.marks' | 'data.part.places' | 'data.part.preferences'
  | 'data.part.profile-picture' | 'data.part.ratings' | 'data.part.read-lists' | 'data.part.saved-filters' | 'data.part.sessions'
  | 'data.part.want-to-read' | 'data.report' | 'data.reportDone' | 'data.skipped' | 'data.taken' | 'data.waiting' | 'data.working'

declare const messages: { readonly [K in Plain]: Message } & {
  'data.apply': Message<'count'>; 'data.books': Message<'matched' | 'total'>; 'data.delete': Message<'when'>; 'data.deleteImport': Message<'when'>
  'data.download': Message<'when'>; 'data.expires': Message<'when'>; 'data.import': Message<'when'>; 'data.missing': Message<'titles'>
  'data.workingOn': Message<'percent'>
}
export default messages
