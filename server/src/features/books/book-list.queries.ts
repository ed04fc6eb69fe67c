import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { atOneVersion, type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { joinsOf, orderBy, ranks, type Sort } from '../filters'
import { fromAnchor, isDeep, type KeptList, pageByReading, type Window, windowOf } from '../list-windows'
import { inKnownWords, rank, withOtherWords } from '../words'
import { countBooks, countKept, countOpened, keptBooks, openedBooks } from './book-count.queries'
import { BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { type BookQuestion, matching, type ScopeValues, scopeValues, shapeKey } from './book-matching.queries'
import { BOOK_KEY, type BookShape, pageOfBooks, selectShape } from './book-row'
import { booksByKeys, isKept } from './kept-books.queries'
import { rankedBooks } from './ranked-books.queries'

/** More books than these are looked at one by one, not named by the index of words. */
const WIDE = 20_000
/** More books than these are found sooner by the index of their order than by any other one, and sorted. */
const MANY = 2000
/** Of more books than these with some words, those whose titles do not begin so come the newest first: nothing is sorted. */
const SORTED = 500

/**
 * One page of books and how many there are in all: two statements, and two more for rows that are kept and not yet known.
 * When no book has a word that is looked for, two more with words like it.
 */
export async function selectBooks<Row>(
  given: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  asked: BookQuestion,
): Promise<{ rows: Row[]; total: number }> {
  const reader = atOneVersion(given)
  const text = await inKnownWords(reader, asked.text)
  const question = { ...asked, text }
  if (!isKept(reader, shape)) return selectRows(reader, viewer, shape, question)
  const { rows, total } = await selectRows(reader, viewer, BOOK_KEY, question)
  return { rows: await booksByKeys(reader, viewer, shape, rows), total }
}

async function selectRows<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
): Promise<{ rows: Row[]; total: number }> {
  const { text } = question
  if (!text && !isDeep(question) && reader.dialect.kind !== 'sqlite') {
    const [rows, total] = await Promise.all([
      bookRows(reader, viewer, shape, question),
      countKept(reader, viewer, question),
    ])
    return { rows, total }
  }
  const total = await countKept(reader, viewer, question)
  if (total > 0 || !text) return { rows: await bookRows(reader, viewer, shape, question, total), total }
  const other = await withOtherWords(reader, 'books', text)
  if (!other) return { rows: [], total }
  const [rows, others] = await Promise.all([
    bookRows(reader, viewer, shape, { ...question, text: other }),
    countBooks(reader, viewer, { ...question, text: other }),
  ])
  return { rows, total: others }
}

/** The rows of one page. Keys of a first page are kept; searches are seldom the same. */
async function bookRows<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
  total?: number,
): Promise<Row[]> {
  const { page, pageSize, sort, text } = question
  const read = () => readRows(reader, viewer, shape, question, total)
  const isKeys = shape.name === BOOK_KEY.name
  const kept = isKeys && page === 1 && !text ? await keptBooks(reader, viewer, question) : null
  if (!kept) return read()
  // Rows of this shape are their keys.
  const keys = kept.first(JSON.stringify(sort), pageSize, read as () => Promise<{ pk: number }[]>)
  return keys as Promise<unknown> as Promise<Row[]>
}

/** `total`, where it is known already, spares deep pages the way through all before them. */
async function readRows<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
  total?: number,
): Promise<Row[]> {
  const { text } = question
  const isWide = text !== null && text !== undefined && (total ?? 0) > WIDE
  const isRanked = ranks(question.sort, BOOK_SORTS)
  const sort = isRanked ? BOOK_SORT_DEFAULT : question.sort
  const inParts = Boolean(isRanked && text?.words && !question.includeDeleted && (total ?? 0) > SORTED)
  const byRank = Boolean(isRanked && text && !inParts)
  const window = windowOf({ ...question, sort }, byRank ? undefined : total)
  if (!window) return []
  const isMany = (total ?? 0) > MANY && (!text || isWide)
  const byOrder = reader.dialect.kind === 'sqlite' && !byRank && isMany
  const kept = text || sort.length > 1 || !isDeep(question) ? null : await keptBooks(reader, viewer, question)
  const rows = (part: Window, which: Which = 'all') =>
    anchoredRows(reader, viewer, shape, question, { window: part, which, isWide, byRank, byOrder }, kept)
  const byReading = window.sort.length === 1 && joinsOf(sort, BOOK_SORTS).has('progress')
  const read = () =>
    pageByReading(window, {
      rows,
      kept,
      countOpened: () => countOpened(reader, viewer, question),
      total: async () => total ?? countBooks(reader, viewer, question),
    })
  const ranked = () => rankedBooks(reader, viewer, shape, question, { window, total: total ?? 0, isWide: byOrder })
  const found = await (byReading ? read() : inParts ? ranked() : rows(window))
  return window.isTurned ? found.reverse() : found
}

/** By the reader's progress: those that were opened, or the rest. */
type Which = 'all' | 'opened' | 'never opened'

interface Keyed {
  readonly window: Window
  readonly which: Which
  readonly isWide: boolean
  readonly byRank: boolean
  /** SQLite does not see that a page is short: then it is kept from sorting the books of whole libraries. */
  readonly byOrder: boolean
}

/** Rows of a page, from the last one before it whose place is known; the places of its own are known from then on. */
async function anchoredRows<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
  keyed: Keyed,
  kept: KeptList | null,
): Promise<Row[]> {
  const { window, which } = keyed
  const [{ seed, direction, field }] = window.sort
  if (!kept || seed !== undefined || which === 'opened') return keyedRows(reader, viewer, shape, question, keyed)
  return kept.page(`${which} ${field} ${direction}`, window, (near, anchorPk) => {
    const part = { ...keyed, window: { ...window, ...near } }
    // Every shape has the key.
    return keyedRows(reader, viewer, shape, question, part, anchorPk) as Promise<(Row & { readonly pk: number })[]>
  })
}

/** Rows whose keys come from an index alone, in the order of the window; then only they are joined. */
function keyedRows<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
  { window, which, isWide, byRank, byOrder }: Keyed,
  anchorPk?: number,
): Promise<Row[]> {
  const { sort, limit, offset } = window
  const values = {
    limit,
    offset,
    anchorPk: anchorPk ?? 0,
    userPk: viewer.userPk,
    userId: viewer.userId,
    ...scopeValues(reader, viewer, question),
  }
  const order = byRank ? 'ranked' : JSON.stringify(sort)
  const key = `${shapeKey(`${shape.name}s`, viewer, question, isWide)}|${order}|${which}|${byOrder ? 'by order' : ''}|${anchorPk === undefined ? '' : 'from'}`
  return runShape<Row, typeof values>(reader, key, values, (query, p) => {
    const [{ direction, field }] = sort
    const usual = orderBy(reader, BOOK_SORTS, sort, sql`books.pk`)
    const ordered = (byRank ? sql`${rank.order(sql`books.sort_key`, p)}, ${usual}` : usual) as never
    const scope = byOrder ? (BOOK_SORTS[field]?.ofLibrary ? 'visible' : 'all') : 'none'
    const all = matching(reader, viewer, question, p, { isWide, unindexed: scope })
    const wanted = anchorPk === undefined ? all : sql<SqlBool>`${all} and ${fromBook(sort, which, p.anchorPk)}`
    const keys =
      which === 'opened'
        ? openedBooks(query, p.userPk)
            .where(wanted)
            .orderBy('read_progress.updated_at', direction)
            .orderBy('read_progress.book_pk', direction)
        : sortedBooks({ query, dialect: reader.dialect }, sort, which, p, question)
            .where(wanted)
            .orderBy(which !== 'never opened' ? ordered : (sql`books.pk ${sql.raw(direction)}` as never))
    const page = keys.limit(p.limit).offset(p.offset)
    if (shape.name === BOOK_KEY.name) return page as unknown as Compilable<Row>
    const rows = pageOfBooks(query, page.as('page'), p.userPk).orderBy(ordered)
    return selectShape(rows as never, shape, reader.dialect, p.userId)
  })
}

/** The books from one on, in the order of a sort by one field. */
function fromBook([{ field, direction }]: Sort, which: Which, anchorPk: number): RawBuilder<SqlBool> {
  const pk = sql`books.pk`
  if (which === 'never opened') return sql<SqlBool>`${pk} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${anchorPk}`
  const sorted = BOOK_SORTS[field]
  if (!sorted) throw new Error(`no sort ${field}`)
  const from = sorted.join === 'series' ? sql`books join series on series.pk = books.series_pk` : sql`books`
  return fromAnchor(sorted, direction, { from, pk, anchor: sql`${anchorPk}` })
}

/** Keys of books, joined with what a sort needs. */
function sortedBooks(
  { query, dialect }: Pick<Reader, 'query' | 'dialect'>,
  sort: Sort,
  which: Which,
  { userPk, libraryPk }: ScopeValues,
  question: BookQuestion,
) {
  const joins = joinsOf(sort, BOOK_SORTS)
  let keys = query.selectFrom('books').select('books.pk')
  if (which === 'never opened') {
    return keys.where(sql<SqlBool>`not exists (select 1 from read_progress as own
      where own.book_pk = books.pk and own.user_pk = ${userPk})`)
  }
  if (joins.has('series')) {
    const unindexed = dialect.kind === 'sqlite' ? sql`+` : sql``
    keys = keys.innerJoin('series', 'series.pk', 'books.series_pk')
    // Said of the series too, so that the index of their order leaves out the rest.
    if (question.libraryPk !== undefined) keys = keys.where(sql<SqlBool>`${unindexed}series.library_pk = ${libraryPk}`)
  }
  if (joins.has('progress')) {
    keys = keys.leftJoin('read_progress', join =>
      join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', userPk),
    )
  }
  return keys
}
