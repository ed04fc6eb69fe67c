import { IconFolder, IconHistory, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { isOffline } from '../../api'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { useSession } from '../auth'
import { bookFacts } from '../books/book-facts'
import { bookRowQuery } from '../books/books.queries'
import { useLibraries } from '../libraries'
import { useBooksOnDevice } from '../offline/use-books-on-device'
import { bookItems, nameItems, nameKinds, seriesItems } from './hit-items'
import type { Group, Item } from './items'
import { localMatch } from './local-match.rules'
import { ts } from './messages'
import { deeds, places } from './palette-actions'
import { recentSearches } from './recent'
import { searchQuery } from './search.queries'

const hitsOfAKind = 5
const begunBooks = 4
const localHits = 4
/** The item that opens the search page: not a hit. */
export const everythingId = 'everything'

/** The palette's offers for a text: hits from the server, libraries and actions. */
export function useGroups(typed: string, onAgain: (text: string) => void) {
  const text = typed.trim()
  const router = useRouter()
  const user = useSession()
  const libraries = useLibraries().data ?? []
  const begun = useQuery({ ...bookRowQuery('in-progress'), enabled: text === '' })
  const found = useQuery(searchQuery({ text, limit: hitsOfAKind }))
  const onDevice = useBooksOnDevice(isOffline(found.error)).data ?? []
  const group = (name: string, items: readonly Item[]): Group[] => (items.length > 0 ? [{ name, items }] : [])
  const searchAll = (query: string) => router.buildLocation({ to: '/search', search: { q: query } }).publicHref

  const libraryItems = libraries.map(
    ({ id, name, bookCount }): Item => ({
      id: `library-${id}`,
      title: name,
      ranges: [],
      line: t('books.count', { count: bookCount ?? 0 }),
      picture: { icon: <IconFolder /> },
      href: router.buildLocation({ to: '/libraries/$libraryId', params: { libraryId: id } }).publicHref,
      run: null,
    }),
  )
  const bookItem = (book: BookDto): Item => {
    const { title, line, cover, thumbHash } = bookFacts(book, 'anywhere')
    const href = router.buildLocation({ to: '/books/$bookId', params: { bookId: book.id } }).publicHref
    return { id: `here-${book.id}`, title, ranges: [], line, picture: { cover, thumbHash }, href, run: null }
  }
  if (text === '') {
    const recent = recentSearches(user?.id ?? '').map(
      (query): Item => ({
        id: `recent-${query}`,
        title: query,
        ranges: [],
        line: '',
        picture: { icon: <IconHistory /> },
        href: searchAll(query),
        run: () => onAgain(query),
      }),
    )
    const books = (begun.data ?? []).slice(0, begunBooks).map(bookItem)
    return {
      groups: [
        ...group(ts('search.kind.recent'), recent),
        ...group(ts('search.kind.continue'), books),
        ...group(ts('search.kind.libraries'), libraryItems),
        ...group(ts('search.kind.actions'), places(user, router)),
      ],
      isFresh: true,
      isSimilar: false,
      error: null,
    }
  }
  const local = (items: readonly Item[]) =>
    items
      .flatMap(item => {
        const ranges = localMatch(item.title, text)
        return ranges ? [{ ...item, ranges }] : []
      })
      .slice(0, localHits)
  /** A volume, "Vol. 8", is found by its series. */
  const localBooks = (books: readonly BookDto[]) =>
    books
      .filter(({ title, seriesName }) => localMatch(`${title} ${seriesName}`, text))
      .slice(0, localHits)
      .map(bookItem)
      .map(item => ({ ...item, ranges: localMatch(item.title, text) ?? [] }))
  const result = found.data ?? {}
  const everything: Item = {
    id: everythingId,
    title: ts('search.everything', { text }),
    ranges: [],
    line: '',
    picture: { icon: <IconSearch /> },
    href: searchAll(text),
    run: null,
  }
  return {
    groups: [
      ...group(t('offline.available'), found.error ? localBooks(onDevice) : []),
      ...group(ts('search.kind.libraries'), local(libraryItems)),
      ...group(ts('search.kind.series'), seriesItems(result, router)),
      ...group(ts('search.kind.books'), bookItems(result, router)),
      ...nameKinds.flatMap(kind => group(ts(`search.kind.${kind}`), nameItems(result, kind, router))),
      ...group(ts('search.kind.actions'), local([...places(user, router), ...deeds(user, libraries, router)])),
      ...group('', found.data || found.error ? [everything] : []),
    ],
    isFresh: found.isError || (found.data !== undefined && !found.isPlaceholderData),
    isSimilar: result.series?.hits[0]?.match === 'similar' || result.books?.hits[0]?.match === 'similar',
    error: found.error,
  }
}
