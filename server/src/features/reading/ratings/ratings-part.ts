import { RATING_NOTES } from '@octavo/contract/rating'
import { sql } from 'kysely'
import { z } from 'zod'
import { timestamp } from '../../../kernel/clock'
import { byKey, type DataPart, type Importing } from '../../../platform/data-part'
import { visible } from '../../people/access'
import { publishRating, type Rated } from './publish-rating'
import { setRating } from './ratings.store'

const RatingRow = z.object({
  series: z.string().nullable(),
  book: z.string().nullable(),
  rating: z.int().min(1).max(100),
  notes: z
    .string()
    .max(RATING_NOTES)
    .refine(text => text.isWellFormed() && !text.includes('\0'))
    .nullable(),
  updatedAt: z.iso.datetime({ offset: true }),
})
type RatingRow = z.infer<typeof RatingRow>

/** A user's ratings of series and books. */
export const RATINGS_PART: DataPart<RatingRow> = {
  name: 'ratings',
  row: RatingRow,
  csv: ['series', 'book', 'rating', 'notes', 'updatedAt'],
  async *rows(reader, viewer, mentions) {
    const read = (after: number, limit: number) =>
      reader.query
        .selectFrom('ratings')
        .leftJoin('series', 'series.pk', 'ratings.series_pk')
        .leftJoin('books', 'books.pk', 'ratings.book_pk')
        .select([
          'ratings.pk',
          'series.id as series',
          'books.id as book',
          'ratings.rating',
          'notes',
          'ratings.updated_at',
        ])
        .select(['ratings.series_pk', 'ratings.book_pk'])
        .where('ratings.user_pk', '=', viewer.userPk)
        .where('ratings.pk', '>', after)
        .where(sql<boolean>`((series.pk is not null and ${visible(viewer, 'series.library_pk')})
          or (books.pk is not null and ${visible(viewer, 'books.library_pk')}))`)
        .orderBy('ratings.pk')
        .limit(limit)
        .execute()
    for await (const rows of byKey(read)) {
      yield rows.map(({ series, book, rating, notes, updated_at, series_pk, book_pk }) => {
        if (series_pk !== null) mentions.series.add(series_pk)
        if (book_pk !== null) mentions.books.add(book_pk)
        return { series, book, rating, notes, updatedAt: timestamp(updated_at) }
      })
    }
  },
  async judge(importing, rows) {
    const { reader, viewer, now } = importing
    const rated = rows.map(row => ratedOf(importing, row))
    const known = new Map<string, { rating: number; notes: string | null; updated_at: number }>()
    for (const column of ['series_pk', 'book_pk'] as const) {
      const pks = rated.flatMap(each => (each?.column === column ? each.pk : []))
      const found = await reader.query
        .selectFrom('ratings')
        .select([sql<number>`${sql.ref(column)}`.as('pk'), 'rating', 'notes', 'updated_at'])
        .where('user_pk', '=', viewer.userPk)
        .where(reader.dialect.isKeyOf(sql.ref(column), JSON.stringify(pks)))
        .execute()
      for (const { pk, ...row } of found) known.set(`${column} ${pk}`, row)
    }
    return rows.map((row, at) => {
      const of = rated[at]
      if (!of) return 'missing'
      const time = Date.parse(row.updatedAt)
      if (time < 0 || time > now) return 'invalid'
      const here = known.get(`${of.column} ${of.pk}`)
      if (here && here.rating === row.rating && here.notes === (row.notes || null)) return 'known'
      return here && here.updated_at >= time ? 'newer' : 'taken'
    })
  },
  async save(importing, rows) {
    const { viewer, write } = importing
    await write(async tx => {
      for (const row of rows) {
        const of = ratedOf(importing, row)
        if (!of) continue
        const said = { rating: row.rating, notes: row.notes || null }
        await setRating(tx, viewer.userPk, of.column, of.pk, said, Date.parse(row.updatedAt))
        publishRating(tx, viewer, of)
      }
    })
    return []
  },
}

function ratedOf(importing: Importing, row: RatingRow): Rated | null {
  const book = row.book === null ? undefined : importing.book(row.book)
  if (book) {
    const { pk, id: bookId, series_id: seriesId, library_pk: libraryPk, library_id: libraryId } = book
    return { column: 'book_pk', pk, libraryPk, libraryId, seriesId, bookId }
  }
  const series = row.series === null ? undefined : importing.series(row.series)
  if (!series) return null
  const { pk, id: seriesId, library_pk: libraryPk, library_id: libraryId } = series
  return { column: 'series_pk', pk, libraryPk, libraryId, seriesId, bookId: null }
}
