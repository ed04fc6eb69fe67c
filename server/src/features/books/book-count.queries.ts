import { type SqlBool, sql } from 'kysely'
import { countShape, type Reader } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { isPartial, visible, visibleCounts } from '../access'
import { joinsOf } from '../filters'
import { asksFor, type KeptList, keptList } from '../list-windows'
import { counting, rank } from '../words'
import { BOOK_READING, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { type BookQuestion, matching, scopeValues, shapeKey } from './book-matching.queries'

/** What is kept of a list, whatever its order and page. */
export function keptBooks(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<KeptList | null> {
  const { condition, sort } = question
  const isOwn = asksFor(condition, BOOK_READING) || joinsOf(sort, BOOK_SORTS).has('progress')
  const { match, within } = scopeValues(reader, viewer, question)
  const values = [question.libraryPk, question.seriesPk, match, within, isOwn && viewer.userPk]
  const key = `${shapeKey('kept', viewer, question)}|${JSON.stringify(values)}`
  return keptList(reader, isOwn ? 'progress' : 'catalogue', key)
}

/** Keys of the books that somebody has opened; SQLite keeps the order of cross joins. */
export function openedBooks(query: Reader['query'], userPk: number) {
  return query
    .selectFrom('read_progress')
    .crossJoin('books')
    .whereRef('books.pk', '=', 'read_progress.book_pk')
    .where('read_progress.user_pk', '=', userPk)
    .select('books.pk')
}

export function countOpened(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  return countShape(reader, shapeKey('opened', viewer, question), values, (query, p) =>
    openedBooks(query, p.userPk)
      .clearSelect()
      .where(matching(reader, viewer, question, p))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
}

/** How many books with the words have a title that begins with what was typed. */
export function countBeginning(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  return countShape(reader, shapeKey('beginning', viewer, question), values, (query, p) =>
    query
      .selectFrom('books')
      .where(matching(reader, viewer, question, p, { isWide: true }))
      .where(rank.begins(sql`books.sort_key`, p))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
}

/** Counted once, as long as nothing is written that could change it; what SQLite has at hand is asked for each time. */
export async function countKept(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const { condition, text, includeDeleted } = question
  const count = () => countBooks(reader, viewer, question)
  const isPlain = !condition && !text && !includeDeleted && !isPartial(viewer)
  if (isPlain && reader.dialect.kind === 'sqlite') return count()
  return (await keptBooks(reader, viewer, { ...question, sort: BOOK_SORT_DEFAULT }))?.total(count) ?? count()
}

/** Where nothing is filtered the database has the number, and nothing is counted. */
export async function countBooks(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const { condition, text, includeDeleted, seriesPk } = question
  if (!condition && !text && !includeDeleted) return countAll(reader, viewer, question)
  // What is known of words knows of libraries, and not of what else hides a book.
  const isOfWords = text?.words && !condition && !includeDeleted && seriesPk === undefined && !isPartial(viewer)
  return (isOfWords ? await countOfWords(reader, viewer, question) : null) ?? countMatching(reader, viewer, question)
}

async function countAll(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const { seriesPk, libraryPk } = question
  if (seriesPk === undefined && isPartial(viewer)) {
    const counts = await visibleCounts(reader, viewer)
    return counts.reduce(
      (sum, row) => sum + (libraryPk === undefined || row.library_pk === libraryPk ? row.books : 0),
      0,
    )
  }
  const values = scopeValues(reader, viewer, question)
  return countShape(reader, shapeKey('kept-count', viewer, question), values, (query, p) => {
    if (seriesPk !== undefined) {
      let series = query
        .selectFrom('series')
        .where('series.pk', '=', p.seriesPk)
        .where(visible(viewer, 'series.library_pk'))
      if (libraryPk !== undefined) series = series.where('series.library_pk', '=', p.libraryPk)
      return series.select('series.book_count as total')
    }
    let libraries = query.selectFrom('libraries').where(visible(viewer, 'libraries.pk'))
    if (libraryPk !== undefined) libraries = libraries.where('libraries.pk', '=', p.libraryPk)
    return libraries.select(sql<number>`cast(sum(book_count) as bigint)`.as('total'))
  })
}

/** Null where only the books themselves can be counted. */
async function countOfWords(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number | null> {
  const { text, libraryPk } = question
  const values = scopeValues(reader, viewer, question)
  if (reader.dialect.kind === 'sqlite') {
    return countShape(reader, shapeKey('count', viewer, question), values, (query, p) =>
      counting.countText(query, 'books', p),
    )
  }
  const beyond = counting.beyondSeries(text)
  if (beyond === null) return null
  const key = shapeKey('count by series', viewer, question)
  return countShape(reader, key, { ...values, beyond }, (query, p) => {
    const seen = (table: 'books' | 'series') => {
      const isSeen = visible(viewer, `${table}.library_pk`)
      const column = sql.ref(`${table}.library_pk`)
      return libraryPk === undefined ? isSeen : sql<SqlBool>`${isSeen} and ${column} = ${p.libraryPk}`
    }
    return counting.countBySeries(query, p, { series: seen('series'), books: seen('books') })
  })
}

function countMatching(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  return countShape(reader, shapeKey('count', viewer, question), values, (query, p) =>
    query
      .selectFrom('books')
      .where(matching(reader, viewer, question, p))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
}
