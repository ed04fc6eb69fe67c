// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'search.all' | 'search.clear' | 'search.clearRecent' | 'search.dark' | 'search.fewer' | 'search.hint.choose' | 'search.hint.close'
  | 'search.hint.open' | 'search.hint.tab' | 'search.kind.actions' | 'search.kind.books' | 'search.kind.continue' | 'search.kind.genres'
  | 'search.kind.libraries' | 'search.kind.people' | 'search.kind.recent' | 'search.kind.series' | 'search.kind.tags' | 'search.light'
  | 'search.noResultsText' | 'search.placeholder' | 'search.results' | 'search.similar' | 'search.startText' | 'search.startTitle' | 'search.system'
  | 'search.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'search.also.alternateTitle': Message<'text'>; 'search.also.fileName': Message<'text'>; 'search.also.path': Message<'text'>
  'search.also.series': Message<'text'>; 'search.also.titleSort': Message<'text'>; 'search.everything': Message<'text'>
  'search.found': Message<'count'>; 'search.foundNone': Message<'text'>; 'search.go': Message<'place'>; 'search.language': Message<'language'>
  'search.more': Message<'count'>; 'search.noResultsTitle': Message<'text'>; 'search.scanOne': Message<'library'>; 'search.series': Message<'count'>
  'search.seriesMore': Message<'count'>
}
export default messages
