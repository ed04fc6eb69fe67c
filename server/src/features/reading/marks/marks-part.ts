import { CreateMarkRequest } from '@octavo/contract/mark'
import { sql } from 'kysely'
import { z } from 'zod'
import { timestamp } from '../../../kernel/clock'
import { byKey, type DataPart } from '../../../platform/data-part'
import { visible } from '../../people/access'
import { saveMarks } from './save-marks'

const MarkRow = CreateMarkRequest.extend({
  id: z.guid(),
  book: z.string(),
  updatedAt: z.iso.datetime({ offset: true }),
})
type MarkRow = z.infer<typeof MarkRow>

/** Bookmarks, highlights and notes. */
export const MARKS_PART: DataPart<MarkRow> = {
  name: 'marks',
  row: MarkRow,
  csv: ['id', 'book', 'kind', 'color', 'note', 'quote', 'page', 'createdAt', 'updatedAt'],
  async *rows(reader, viewer, mentions) {
    const read = (after: number, limit: number) =>
      reader.query
        .selectFrom('marks')
        .innerJoin('books', 'books.pk', 'marks.book_pk')
        .selectAll('marks')
        .select('books.id as book')
        .where('marks.user_pk', '=', viewer.userPk)
        .where('marks.deleted_at', 'is', null)
        .where('marks.pk', '>', after)
        .where(visible(viewer, 'books.library_pk'))
        .orderBy('marks.pk')
        .limit(limit)
        .execute()
    for await (const rows of byKey(read)) {
      yield rows.map(row => {
        mentions.books.add(row.book_pk)
        return {
          ...{ id: row.id, book: row.book, kind: row.kind, color: row.color, note: row.note, quote: row.quote },
          ...{ page: row.page, region: row.region && JSON.parse(row.region) },
          ...(row.rects !== null && { rects: JSON.parse(row.rects) }),
          ...{ locator: row.locator && JSON.parse(row.locator), fileHash: row.file_hash },
          ...{ createdAt: timestamp(row.created_at), updatedAt: timestamp(row.updated_at) },
        }
      })
    }
  },
  async judge({ reader, viewer, book }, rows) {
    const ids = JSON.stringify(rows.map(row => ({ id: row.id.toLowerCase() })))
    const found = await reader.query
      .selectFrom(reader.dialect.jsonRows<{ id: string }>(sql.val(ids), { id: 'text' }).as('asked'))
      // A cross join: SQLite without statistics would read all marks of the user for each id.
      .crossJoin('marks')
      .whereRef('marks.id', '=', 'asked.id')
      .where('marks.user_pk', '=', viewer.userPk)
      .select(['marks.id', 'marks.updated_at'])
      .execute()
    const known = new Map(found.map(row => [row.id, row.updated_at]))
    return rows.map(row => {
      if (!book(row.book)) return 'missing'
      const here = known.get(row.id.toLowerCase())
      const at = Date.parse(row.updatedAt)
      return here === undefined || here < at ? 'taken' : here === at ? 'known' : 'newer'
    })
  },
  async save({ reader, viewer, write, book, now }, rows) {
    const sent = rows.map(({ book: id, ...row }) => ({ ...row, book: book(id) ?? null }))
    const answers = await saveMarks({ reader, write, now: () => now }, viewer, sent)
    return rows.filter((_, at) => answers[at] != null)
  },
}
