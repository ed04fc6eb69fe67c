import { type SqlBool, sql } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { visibilityKey, visible } from '../access'
import { type Condition, compileCondition, containsWords, orderBy, type Sort } from '../filters'
import { BOOK_SORTS, bookFieldSql } from './book-fields'
import { type BookShape, pageOfBooks, selectShape } from './book-row'

/** Which books, in which order, which page of them. */
export interface BookQuestion {
  readonly libraryPk?: number | undefined
  readonly seriesPk?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: string | null | undefined
  readonly includeDeleted?: boolean | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
}

/** One page of books and how many there are in all: two statements, run side by side. */
export async function selectBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, total] = await Promise.all([
    bookRows(reader, viewer, shape, question),
    countBooks(reader, viewer, question),
  ])
  return { rows, total }
}

/** The rows of one page: their keys come from an index alone, then only they are joined. */
function bookRows<Row>(reader: Reader, viewer: Viewer, shape: BookShape<Row>, question: BookQuestion): Promise<Row[]> {
  const { sort, page, pageSize } = question
  const values = {
    limit: pageSize,
    offset: Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER),
    userPk: viewer.userPk,
    userId: viewer.userId,
    ...scopeValues(question),
  }
  return runShape<Row, typeof values>(reader, shapeKey(`${shape.name}s`, viewer, question), values, (query, p) => {
    const field = BOOK_SORTS[sort.field]
    if (!field) throw new Error(`no sort ${sort.field}`)
    let keys = query.selectFrom('books').select('books.pk')
    if (field.join === 'series') keys = keys.innerJoin('series', 'series.pk', 'books.series_pk')
    if (field.join === 'progress') {
      keys = keys.leftJoin('read_progress', join =>
        join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', p.userPk),
      )
    }
    keys = keys
      .where(matching(viewer, question, p))
      .orderBy(orderBy(reader, field, sort, sql`books.pk`) as never)
      .limit(p.limit)
      .offset(p.offset)
    const order = orderBy(reader, field, sort, sql`books.pk`) as never
    const books = pageOfBooks(query, keys.as('page'), p.userPk).orderBy(order)
    return selectShape(books as never, shape, reader.dialect, p.userId)
  })
}

/** Where nothing is filtered the number is kept, not counted. */
async function countBooks(reader: Reader, viewer: Viewer, question: BookQuestion): Promise<number> {
  const plain = !question.condition && !question.text && !question.includeDeleted
  const values = { userPk: viewer.userPk, ...scopeValues(question) }
  const [row] = await runShape<{ total: number | null }, typeof values>(
    reader,
    shapeKey(plain ? 'kept-count' : 'count', viewer, question),
    values,
    (query, p) => {
      if (!plain) {
        return query
          .selectFrom('books')
          .where(matching(viewer, question, p))
          .select(({ fn }) => fn.countAll<number>().as('total'))
      }
      if (question.seriesPk !== undefined) {
        let series = query
          .selectFrom('series')
          .where('series.pk', '=', p.seriesPk)
          .where(visible(viewer, 'series.library_pk'))
        if (question.libraryPk !== undefined) series = series.where('series.library_pk', '=', p.libraryPk)
        return series.select('series.book_count as total')
      }
      let libraries = query.selectFrom('libraries').where(visible(viewer, 'libraries.pk'))
      if (question.libraryPk !== undefined) libraries = libraries.where('libraries.pk', '=', p.libraryPk)
      return libraries.select(sql<number>`cast(sum(book_count) as bigint)`.as('total'))
    },
  )
  return row?.total ?? 0
}

interface ScopeValues {
  readonly userPk: number
  readonly libraryPk: number
  readonly seriesPk: number
}

function scopeValues({ libraryPk, seriesPk }: BookQuestion): { libraryPk: number; seriesPk: number } {
  return { libraryPk: libraryPk ?? 0, seriesPk: seriesPk ?? 0 }
}

function matching(viewer: Viewer, question: BookQuestion, p: ScopeValues) {
  const parts = [visible(viewer, 'books.library_pk')]
  if (!question.includeDeleted) parts.push(sql<SqlBool>`not books.deleted`)
  if (question.libraryPk !== undefined) parts.push(sql<SqlBool>`books.library_pk = ${p.libraryPk}`)
  if (question.seriesPk !== undefined) parts.push(sql<SqlBool>`books.series_pk = ${p.seriesPk}`)
  if (question.condition) parts.push(compileCondition(question.condition, bookFieldSql(viewer.userPk)))
  if (question.text) parts.push(containsWords(sql`books.search_text`, question.text))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Conditions carry their values, so that they are part of the key; the viewer's too when they ask for progress. */
function shapeKey(kind: string, viewer: Viewer, question: BookQuestion): string {
  const { sort, condition, text, includeDeleted, libraryPk, seriesPk } = question
  const scope = `${libraryPk === undefined ? '' : 'library'}${seriesPk === undefined ? '' : 'series'}`
  const filter = condition || text ? JSON.stringify([condition, text, viewer.userPk]) : ''
  return `books.${kind}|${visibilityKey(viewer)}|${scope}|${includeDeleted ? 'deleted' : ''}|${sort.field},${sort.direction}|${filter}`
}
