import {
  type BookHitDto,
  type NameHitDto,
  SEARCH_KINDS,
  type SearchKind,
  type SeriesHitDto,
  search,
} from '@octavo/contract/search'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { JSON_TYPE } from '../../../http/reply-cache'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_VIEW } from '../../catalogue/books'
import { textsByKeys } from '../../catalogue/items'
import { SERIES_VIEW } from '../../catalogue/series'
import type { ListDeps } from '../../lists/engine'
import { type Found, findAll } from './find-all'
import { MOST_COUNTED, namesByKeys } from './names.queries'
import type { Ranked } from './rank.rules'

/** One search over everything with a name. */
export function searchRoutes(binder: Binder, { reader, replies }: ListDeps): void {
  binder.bind(search, call => {
    const { q, limit } = call.query
    const asked = call.query.kinds?.split(',') ?? SEARCH_KINDS
    const kinds = SEARCH_KINDS.filter(kind => asked.includes(kind) && mayRead(call.viewer, kind))
    return replies.reply(call, `${call.url.pathname}${call.url.search}|${kinds}`, async () => {
      const found = await findAll(reader, call.viewer, { typed: q, kinds, limit })
      const members = await Promise.all(found.map(each => sectionText(reader, call.viewer, each)))
      return { body: `{${members.join(',')}}`, mediaType: JSON_TYPE }
    })
  })
}

function mayRead(viewer: Viewer, kind: SearchKind): boolean {
  return kind !== 'books' || viewer.permissions.has('books-read')
}

/** A member of the answer, as text: the database returns books and series as JSON. */
async function sectionText(reader: Reader, viewer: Viewer, found: Found): Promise<string> {
  const { kind, best, total, totalIsExact } = found
  const hits = await hitTexts(reader, viewer, found)
  // A row hidden since then is left out.
  const shown = best.flatMap(({ pk }) => hits.get(pk) ?? [])
  const lost = best.length - shown.length
  return `"${kind}":{"hits":[${shown.join(',')}],"total":${total - lost},"totalIsExact":${totalIsExact}}`
}

async function hitTexts(reader: Reader, viewer: Viewer, { kind, best }: Found): Promise<Map<number, string>> {
  const pks = best.map(({ pk }) => pk)
  const rankedOf = new Map(best.map(each => [each.pk, each]))
  if (kind === 'books' || kind === 'series') {
    const [texts, member] =
      kind === 'books'
        ? ([await textsByKeys(reader, viewer, BOOK_VIEW, pks), 'book'] as const)
        : ([await textsByKeys(reader, viewer, SERIES_VIEW, pks), 'series'] as const)
    const hit = (pk: number, text: string) => {
      const frame: Omit<BookHitDto, 'book'> & Omit<SeriesHitDto, 'series'> = hitOf(rankedOf.get(pk))
      return `${JSON.stringify(frame).slice(0, -1)},"${member}":${text}}`
    }
    return new Map([...texts].map(([pk, text]) => [pk, hit(pk, text)]))
  }
  const rows = await namesByKeys(reader, viewer, pks)
  const hit = ({ pk, id, name, series_count }: (typeof rows)[number]): NameHitDto => {
    const { match, ranges } = hitOf(rankedOf.get(pk))
    const seriesCount = Math.min(series_count, MOST_COUNTED)
    return { match, ranges, id, name, seriesCount, seriesCountIsExact: series_count <= MOST_COUNTED }
  }
  return new Map(rows.map(row => [row.pk, JSON.stringify(hit(row))]))
}

function hitOf(ranked: Ranked | undefined): Pick<SeriesHitDto, 'match' | 'also'> & { ranges: SeriesHitDto['ranges'] } {
  if (!ranked) throw new Error('A row that was not asked for')
  return { match: ranked.match, ranges: [...ranked.ranges], also: ranked.also }
}
