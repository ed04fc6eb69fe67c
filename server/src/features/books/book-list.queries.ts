import { type SqlBool, sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { isPartial, visibilityKey, visible, visibleCounts } from '../access'
import { type Condition, compileCondition, joinsOf, orderBy, ranks, type Sort } from '../filters'
import {
  countText,
  hasText,
  rankOrder,
  type TextAsked,
  type TextValues,
  textKind,
  textValues,
  withOtherWords,
} from '../words'
import { BOOK_SORT_DEFAULT, BOOK_SORTS, bookFieldSql } from './book-fields'
import { type BookShape, pageOfBooks, selectShape } from './book-row'

/** Which books, in which order, which page of them. */
export interface BookQuestion {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextAsked | null | undefined
  readonly includeDeleted?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

/** More books than these are looked at one by one, not named by the index of words. */
const WIDE = 20_000

/**
 * One page of books and how many there are in all: two statements. When no book has a word that is looked for, two more
 * with words like it.
 */
export async function selectBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
): Promise<{ rows: Row[]; total: number }> {
  const { text } = question
  if (!text) {
    const [rows, total] = await Promise.all([
      bookRows(reader, viewer, shape, question),
      countBooks(reader, viewer, question),
    ])
    return { rows, total }
  }
  const total = await countBooks(reader, viewer, question)
  if (total > 0) return { rows: await bookRows(reader, viewer, shape, question, total > WIDE), total }
  const other = await withOtherWords(reader, 'books', text)
  if (!other) return { rows: [], total }
  const [rows, others] = await Promise.all([
    bookRows(reader, viewer, shape, { ...question, text: other }),
    countBooks(reader, viewer, { ...question, text: other }),
  ])
  return { rows, total: others }
}

/** The rows of one page: their keys come from an index alone, then only they are joined. */
function bookRows<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
  isWide = false,
): Promise<Row[]> {
  const { page, pageSize, text } = question
  const isRanked = ranks(question.sort, BOOK_SORTS)
  const sort = isRanked ? BOOK_SORT_DEFAULT : question.sort
  const byRank = isRanked && text && !isWide
  const values = {
    limit: pageSize,
    offset: Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER),
    userPk: viewer.userPk,
    userId: viewer.userId,
    ...scopeValues(reader, viewer, question),
  }
  const key = `${shapeKey(`${shape.name}s`, viewer, question, isWide)}|${byRank ? 'ranked' : JSON.stringify(sort)}`
  return runShape<Row, typeof values>(reader, key, values, (query, p) => {
    const joins = joinsOf(sort, BOOK_SORTS)
    let keys = query.selectFrom('books').select('books.pk')
    if (joins.has('series')) keys = keys.innerJoin('series', 'series.pk', 'books.series_pk')
    if (joins.has('progress')) {
      keys = keys.leftJoin('read_progress', join =>
        join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', p.userPk),
      )
    }
    const usual = orderBy(reader, BOOK_SORTS, sort, sql`books.pk`)
    const order = (byRank ? sql`${rankOrder(sql`books.sort_key`, p)}, ${usual}` : usual) as never
    keys = keys
      .where(matching(reader, viewer, question, p, isWide))
      .orderBy(order)
      .limit(p.limit)
      .offset(p.offset)
    return selectShape(
      pageOfBooks(query, keys.as('page'), p.userPk).orderBy(order) as never,
      shape,
      reader.dialect,
      p.userId,
    )
  })
}

/** Where nothing is filtered the number is kept, not counted. */
async function countBooks(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const { condition, text, includeDeleted, seriesPk, libraryPk } = question
  const plain = !condition && !text && !includeDeleted
  if (plain && seriesPk === undefined && isPartial(viewer)) {
    const counts = await visibleCounts(reader, viewer)
    return counts.reduce(
      (sum, row) => sum + (libraryPk === undefined || row.library_pk === libraryPk ? row.books : 0),
      0,
    )
  }
  // The index of words knows of libraries, and not of what else hides a book.
  const indexKnows = reader.dialect.kind === 'sqlite' && !isPartial(viewer)
  const byWords = text?.words && !condition && seriesPk === undefined && indexKnows
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const [row] = await runShape<{ total: number | null }, typeof values>(
    reader,
    shapeKey(plain ? 'kept-count' : 'count', viewer, question),
    values,
    (query, p) => {
      if (byWords) return countText(query, 'books', p)
      if (!plain) {
        return query
          .selectFrom('books')
          .where(matching(reader, viewer, question, p))
          .select(({ fn }) => fn.countAll<number>().as('total'))
      }
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
    },
  )
  return row?.total ?? 0
}

interface ScopeValues extends TextValues {
  readonly userPk: number
  readonly libraryPk: number
  readonly seriesPk: number
}

export function scopeValues(reader: Reader, viewer: Viewer, { libraryPk, seriesPk, text }: BookQuestion) {
  return {
    libraryPk: libraryPk ?? 0,
    seriesPk: seriesPk ?? 0,
    ...textValues(reader.dialect, viewer, text, libraryPk),
  }
}

export function matching(reader: Reader, viewer: Viewer, question: BookQuestion, p: ScopeValues, isWide = false) {
  const { condition, text, includeDeleted, libraryPk, seriesPk } = question
  const parts = [visible(viewer, 'books.library_pk')]
  if (!includeDeleted) parts.push(sql<SqlBool>`not books.deleted`)
  if (libraryPk !== undefined) parts.push(sql<SqlBool>`books.library_pk = ${p.libraryPk}`)
  if (seriesPk !== undefined) parts.push(sql<SqlBool>`books.series_pk = ${p.seriesPk}`)
  if (condition) parts.push(compileCondition(condition, bookFieldSql(viewer.userPk)))
  if (text) parts.push(hasText(reader.dialect, 'books', text, p, isWide))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Conditions carry their values, so that they are part of the key; the viewer's too when they ask for progress. */
export function shapeKey(kind: string, viewer: Viewer, question: BookQuestion, isWide = false): string {
  const { condition, text, includeDeleted, libraryPk, seriesPk } = question
  const scope = `${libraryPk === undefined ? '' : 'library'}${seriesPk === undefined ? '' : 'series'}`
  const filter = condition ? JSON.stringify([condition, viewer.userPk]) : ''
  return `books.${kind}|${visibilityKey(viewer)}|${scope}|${includeDeleted ? 'deleted' : ''}|${textKind(text, isWide)}|${filter}`
}
