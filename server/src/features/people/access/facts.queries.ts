import type { Reader } from '../../../db'
import type { Happening } from '../../../db/happening'
import type { FactsOf } from './audience'
import type { SeriesFacts } from './seen.rules'

/** The subject of an event: a series, a book, or neither. */
interface Subject {
  readonly table: 'series' | 'books'
  readonly id: string
}

function subjectOf({ channel, event }: Happening): Subject | null {
  if (channel === 'entity') {
    if (event.type === 'cover_updated') {
      if (event.entityType === 'library') return null
      return { table: event.entityType === 'book' ? 'books' : 'series', id: event.entityId }
    }
    return 'seriesId' in event ? { table: 'series', id: event.seriesId } : null
  }
  if (channel !== 'task') return null
  if (event.seriesId) return { table: 'series', id: event.seriesId }
  return event.bookId ? { table: 'books', id: event.bookId } : null
}

/** Loads the facts for all open streams at once: one query for series, one for books. */
export async function lookUpFacts(reader: Reader, happened: readonly Happening[]): Promise<FactsOf> {
  const subjects = happened.flatMap(happening => subjectOf(happening) ?? [])
  const found = new Map<string, SeriesFacts>()
  const idsOf = (table: Subject['table']) => [
    ...new Set(subjects.filter(each => each.table === table).map(({ id }) => id)),
  ]
  const series = idsOf('series')
  const books = idsOf('books')
  const [ofSeries, ofBooks] = await Promise.all([
    series.length === 0
      ? []
      : reader.query
          .selectFrom('series')
          .select(['id', 'library_pk', 'sharing_set_pk', 'age'])
          .where('id', 'in', series)
          .execute(),
    books.length === 0
      ? []
      : reader.query
          .selectFrom('books')
          .innerJoin('series', 'series.pk', 'books.series_pk')
          .select(['books.id', 'series.library_pk', 'series.sharing_set_pk', 'series.age'])
          .where('books.id', 'in', books)
          .execute(),
  ])
  for (const row of [...ofSeries, ...ofBooks]) found.set(row.id, row)
  return happening => {
    const subject = subjectOf(happening)
    return subject === null ? null : found.get(subject.id)
  }
}
