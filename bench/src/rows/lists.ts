import { typedWords } from '../library/invented'
import type { Ask } from '../load/load.protocol'
import type { Peer, Target } from '../result'
import type { World } from '../world'
import type { LoadRow } from './load-row'
import { readyMade } from './ready-made'

/** Requests for a list: the same one repeatedly, or a new one each time. */
interface List {
  readonly name: string
  readonly asks: (world: World) => readonly Ask[]
  readonly peer?: Peer
  readonly target: Target
}

const LIST: Target = { timesPeer: 20, floorShare: 0.25 }
const FIRST: Target = { ...LIST, growth: 2 }
const DEEP: Target = { ...LIST, growth: 5 }
const PAGE_SIZE = 50
const LAST_PAGES = 20
const SORTS = ['title', 'created_at', 'file_size', 'page_count', 'release_date', 'filename', 'series']
const SEARCHES = 400
/** Enough that few repeat; neighbouring pages help each other, as for a person who scrolls. */
const PAGES_ASKED = 2100

/** Lists of books and series, shelves and search. */
export function listRows(world: World): LoadRow[] {
  const repeated = LISTS.map(list => row(world, `${list.name}, repeated`, list, list.asks))
  const fresh = LISTS.map(list => row(world, `${list.name}, new`, list, w => list.asks(w).map(unrepeatable)))
  const both = repeated.flatMap((each, at) => [each, ...fresh.slice(at, at + 1)])
  return [...both, ...VARIED.map(list => row(world, list.name, list, w => list.asks(w).map(unrepeatable)))]
}

function row(world: World, name: string, { peer, target }: List, asks: LoadRow['asks']): LoadRow {
  return { name, asks, floor: readyMade(world.api, asks(world)), target, ...(peer && { peer }) }
}

/** An unknown parameter makes a new address, so that the answer is not cached. */
function unrepeatable(ask: Ask): Ask {
  return { ...ask, path: `${ask.path}${ask.path.includes('?') ? '&' : '?'}unrepeated={n}` }
}

const inLibrary = ({ libraryId }: World) => ({ condition: { libraryId: { operator: 'is', value: libraryId } } })
const post = (path: string, body: object): Ask => ({ method: 'POST', path, body: JSON.stringify(body) })
const get = (path: string): Ask => ({ method: 'GET', path })
const lastPage = ({ total }: World) => Math.max(1, Math.ceil(total / PAGE_SIZE))

const LISTS: readonly List[] = [
  {
    name: 'GET /books, first page',
    asks: () => [get(`/api/v1/books?pageSize=${PAGE_SIZE}`)],
    peer: { figure: 241, aloneMs: 4.9 },
    target: FIRST,
  },
  {
    name: 'GET /books, last pages',
    asks: world => {
      const last = lastPage(world)
      const pages = Array.from({ length: Math.min(LAST_PAGES, last) }, (_, at) => last - at)
      return pages.map(page => get(`/api/v1/books?page=${page}&pageSize=${PAGE_SIZE}`))
    },
    peer: { figure: 123, aloneMs: 7.7 },
    target: DEEP,
  },
  {
    name: 'POST /books/list, of a library by title',
    asks: world => [post(`/api/v1/books/list?pageSize=${PAGE_SIZE}&sort=title,asc`, inLibrary(world))],
    peer: { figure: 58, aloneMs: 16.7 },
    target: FIRST,
  },
  {
    name: 'POST /series/list, by name',
    asks: () => [post(`/api/v1/series/list?pageSize=${PAGE_SIZE}&sort=name,asc`, {})],
    peer: { figure: 148, aloneMs: 7.3 },
    target: FIRST,
  },
]

const VARIED: readonly List[] = [
  {
    name: 'GET /books, any sort, any page',
    asks: world => {
      const pages = lastPage(world)
      return Array.from({ length: PAGES_ASKED }, (_, at) => {
        const sort = `${SORTS[at % SORTS.length]},${at % 2 === 0 ? 'asc' : 'desc'}`
        return get(`/api/v1/books?pageSize=${PAGE_SIZE}&sort=${sort}&page=${1 + ((at * 7919) % pages)}`)
      })
    },
    peer: { figure: 241, aloneMs: 4.9 },
    target: DEEP,
  },
  {
    name: 'POST /books/list, by format and date',
    asks: world =>
      ['cbz', 'cbr', 'epub', 'pdf'].map(format =>
        post(`/api/v1/books/list?pageSize=${PAGE_SIZE}&sort=title,asc`, {
          condition: {
            allOf: [
              inLibrary(world).condition,
              { format: { operator: 'is', value: format } },
              { pageCount: { operator: 'gte', value: 10 } },
            ],
          },
        }),
      ),
    peer: { figure: 58, aloneMs: 16.7 },
    target: FIRST,
  },
  {
    name: 'POST /series/list, fullTextSearch as typed',
    asks: world => searches(world).map(text => post('/api/v1/series/list?pageSize=20', { fullTextSearch: text })),
    peer: { figure: 196, aloneMs: 5.9 },
    target: { timesPeer: 10, p95Ms: 20, growth: 2 },
  },
  {
    name: 'POST /books/list, fullTextSearch as typed',
    asks: world => searches(world).map(text => post('/api/v1/books/list?pageSize=20', { fullTextSearch: text })),
    target: { p95Ms: 20, growth: 2 },
  },
  {
    name: 'home: recently added, new',
    asks: () => [get('/api/v1/books/recently-added?pageSize=20')],
    target: { floorShare: 0.25, growth: 2 },
  },
  {
    name: 'home: on deck, new',
    asks: () => [get('/api/v1/books/on-deck?pageSize=20')],
    target: { floorShare: 0.25, growth: 2 },
  },
  {
    name: 'home: in progress, new',
    asks: () => [get('/api/v1/books/in-progress?pageSize=20')],
    target: { floorShare: 0.25, growth: 2 },
  },
]

function searches({ series }: World): string[] {
  return typedWords(
    series.map(each => each.title),
    SEARCHES,
  )
}
