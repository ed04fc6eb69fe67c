import { GUARDED_LIST_FIELDS } from '@octavo/contract/list-fields'
import { type AliasedExpression, type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { atOneVersion, keepsRows, type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { isPartial, visible, visibleCounts } from '../access'
import { joinsOf, orderBy, ranks, type Sort } from '../filters'
import {
  asksFor,
  fromAnchor,
  isDeep,
  type KeptList,
  keptList,
  pageOfParts,
  type Window,
  windowOf,
} from '../list-windows'
import { counting, inKnownWords, rank, withOtherWords } from '../words'
import { seriesOfKeys } from './kept-series.queries'
import { SERIES_READING, SERIES_SORT_DEFAULT, SERIES_SORTS } from './series-fields'
import { matching, type SeriesQuestion, scopeValues, shapeKey } from './series-matching.queries'
import { SERIES_COLUMNS, type SeriesRow } from './series-row'

/** More series than these are looked at one by one, not named by the index of words. */
const WIDE = 20_000
/** Of more series than these with some words, those whose titles do not begin so come the newest first: nothing is sorted. */
const SORTED = 200

/**
 * One page of series and how many there are in all: two statements, and two more for rows that are kept and not yet known.
 * When no series has a word that is looked for, two more with words like it.
 */
export async function selectSeries(
  given: Reader,
  viewer: Viewer,
  asked: SeriesQuestion,
): Promise<{ rows: SeriesRow[]; total: number }> {
  const reader = atOneVersion(given)
  const both = async (question: SeriesQuestion) => {
    if (isDeep(question) || question.text) {
      const total = await countKept(reader, viewer, question)
      return { rows: await seriesRows(reader, viewer, question, total), total }
    }
    const [rows, total] = await Promise.all([seriesRows(reader, viewer, question), countKept(reader, viewer, question)])
    return { rows, total }
  }
  const known = await inKnownWords(reader, asked.text)
  const found = await both({ ...asked, text: known })
  const text = found.total === 0 && asked.text ? await withOtherWords(reader, 'series', asked.text) : null
  return text ? both({ ...asked, text }) : found
}

/** The rows of one page; `total`, where it is known already, spares deep pages the way through all before them. */
export async function seriesRows(
  reader: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
  total?: number,
): Promise<SeriesRow[]> {
  const isRanked = ranks(question.sort, SERIES_SORTS)
  const sort = isRanked ? SERIES_SORT_DEFAULT : question.sort
  const inParts = Boolean(isRanked && question.text?.words && (total ?? 0) > SORTED)
  const byRank = Boolean(isRanked && question.text && !inParts)
  const isWide = Boolean(question.text) && (total ?? 0) > WIDE
  const window = windowOf({ ...question, sort }, byRank ? undefined : total)
  if (!window) return []
  const isStepped = question.text || sort.length > 1 || !isDeep(question)
  const kept = isStepped ? null : await keptSeries(reader, viewer, question)
  const rows = (part: Window, which: Which = 'all') => {
    const keyed = { window: part, which, byRank, isWide }
    if (which !== 'newest') return anchoredRows(reader, viewer, question, keyed, kept)
    return rank.addedRows(reader.dialect, question.text, { ...part, total: total ?? 0 }, added =>
      keyedRows(reader, viewer, question, { ...keyed, added }),
    )
  }
  const [{ direction }, ...others] = window.sort
  const byReading = others.length === 0 && joinsOf(sort, SERIES_SORTS).has('progress')
  // Who has begun a series has opened it.
  const which = question.inProgress ? 'opened' : 'all'
  const joined = (first: Which, second: Which, count: () => Promise<number>) => ({
    known: (limit: number, offset: number) => rows({ ...window, limit, offset }, first),
    unknown: (limit: number, offset: number) => rows({ ...window, limit, offset }, second),
    countKnown: () => kept?.known(count) ?? count(),
    isCounted: kept !== null,
    total: async () => total ?? countSeries(reader, viewer, question),
  })
  const byParts = byReading && which === 'all'
  const found = byParts
    ? await pageOfParts(
        joined('opened', 'never opened', () => countOpened(reader, viewer, question)),
        direction,
        window,
      )
    : inParts
      ? await pageOfParts(
          joined('begins so', 'newest', () => countBeginning(reader, viewer, question)),
          // What fits best comes first, whichever way the window is read.
          window.isTurned ? 'asc' : 'desc',
          window,
        )
      : await rows(window, byReading ? which : 'all')
  const ordered = window.isTurned ? found.reverse() : found
  return keepsRows(reader) ? seriesOfKeys(reader, viewer, ordered) : ordered
}

/**
 * By the reader's progress: an index has the series that were opened in the order of reading, the rest has no other order.
 * By how well titles fit a search: those that begin as it does are a part of the index of titles, the rest is
 * in the order of the index of words, which is that of keys.
 */
type Which = 'all' | 'opened' | 'never opened' | 'begins so' | 'newest'

interface Keyed {
  readonly window: Window
  readonly which: Which
  readonly byRank: boolean
  /** Most series that are come to have the words. */
  readonly isWide: boolean
  /** Of the newest. */
  readonly added?: rank.AddedFrom
}

const GUARDED: ReadonlySet<string> = new Set(Object.keys(GUARDED_LIST_FIELDS))

/** What is kept of a list, whatever its order and page. */
async function keptSeries(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<KeptList | null> {
  const { condition, sort, inProgress } = question
  // A tag may get another name, or go, without any series being another one.
  if (asksFor(condition, GUARDED)) return null
  const isOwn = Boolean(inProgress) || asksFor(condition, SERIES_READING) || joinsOf(sort, SERIES_SORTS).has('progress')
  const { match, within } = scopeValues(reader, viewer, question)
  const key = JSON.stringify([question.libraryPk, match, within, isOwn && viewer.userPk])
  return keptList(reader, isOwn ? 'progress' : 'catalogue', `${shapeKey('kept', viewer, question)}|${key}`)
}

/** Rows of a page, from the last one before it whose place is known; the places of its own are known from then on. */
async function anchoredRows(
  reader: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
  keyed: Keyed,
  kept: KeptList | null,
): Promise<SeriesRow[]> {
  const { window, which } = keyed
  const [{ seed, direction, field }] = window.sort
  if (!kept || seed !== undefined || which === 'opened') return keyedRows(reader, viewer, question, keyed)
  return kept.page(`${which} ${field} ${direction}`, window, (near, anchorPk) =>
    keyedRows(reader, viewer, question, { ...keyed, window: { ...window, ...near } }, anchorPk),
  )
}

/**
 * Rows whose keys come from an index alone, in the order of the window; then only they are joined. Where rows are kept, the
 * keys are all.
 */
function keyedRows(
  reader: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
  { window, which, byRank, isWide, added = rank.FROM_WORDS }: Keyed,
  anchorPk?: number,
): Promise<SeriesRow[]> {
  const { sort, limit, offset } = window
  const own = { limit, offset, span: added.span, anchorPk: anchorPk ?? 0, userPk: viewer.userPk }
  const values = { ...own, ...scopeValues(reader, viewer, question) }
  const order = `${byRank ? 'ranked' : JSON.stringify(sort)}|${which}|${added.from}|${anchorPk === undefined ? '' : 'from'}`
  const isKept = keepsRows(reader)
  const key = `${shapeKey(isKept ? 'keys' : 'rows', viewer, question)}|${order}|${isWide ? 'wide' : ''}`
  return runShape<SeriesRow, typeof values>(reader, key, values, (query, p) => {
    const [{ direction }] = sort
    const isNewest = which === 'newest'
    const fromEnd = direction === 'asc' ? 'desc' : 'asc'
    const usual = isNewest ? sql`series.pk ${sql.raw(fromEnd)}` : orderBy(reader, SERIES_SORTS, sort, sql`series.pk`)
    const ordered = (byRank ? sql`${rank.order(sql`series.sort_key`, p)}, ${usual}` : usual) as never
    const byKey = reader.dialect.kind === 'sqlite' && which === 'never opened'
    const begins = rank.begins(sql`series.sort_key`, p)
    const part = which === 'begins so' ? sql` and ${begins}` : isNewest ? sql` and not ${begins}` : sql``
    const how = { byKey, isWide: isWide || which === 'begins so' }
    const asked = isNewest ? { ...question, text: null } : question
    const all = sql<SqlBool>`${matching(reader, viewer, asked, p, how)}${part}`
    const wanted = anchorPk === undefined ? all : sql<SqlBool>`${all} and ${fromSeries(sort, which, p.anchorPk)}`
    const keys =
      which === 'opened'
        ? openedSeries(query, p.userPk)
            .where(wanted)
            .orderBy('series_progress.last_read_at', direction)
            .orderBy('series_progress.series_pk', direction)
        : sortedSeries(query, sort, which, p.userPk)
            .where(wanted)
            .orderBy(which !== 'never opened' ? ordered : (sql`series.pk ${sql.raw(direction)}` as never))
    const page: AliasedExpression<{ pk: number }, 'page'> = isNewest
      ? rank.added(reader.dialect, 'series', p, { wanted: all, direction: fromEnd, ...added })
      : keys.limit(p.limit).offset(p.offset).as('page')
    if (isKept) {
      const newest = query.selectFrom(page).select('page.pk').orderBy('page.pk', fromEnd)
      return (isNewest ? newest : keys.limit(p.limit).offset(p.offset)) as unknown as Compilable<SeriesRow>
    }
    // SQLite keeps the order of cross joins: else it may begin with the largest table, and sort all of it.
    return query
      .selectFrom(page)
      .crossJoin('series')
      .crossJoin('libraries')
      .leftJoin('books as cover', 'cover.pk', 'series.cover_book_pk')
      .leftJoin('series_progress', join =>
        join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', p.userPk),
      )
      .whereRef('series.pk', '=', 'page.pk')
      .whereRef('libraries.pk', '=', 'series.library_pk')
      .select(SERIES_COLUMNS)
      .orderBy(ordered)
  })
}

/** The series from one on, in the order of a sort by one field. */
function fromSeries([{ field, direction }]: Sort, which: Which, anchorPk: number): RawBuilder<SqlBool> {
  const pk = sql`series.pk`
  if (which === 'never opened') return sql<SqlBool>`${pk} ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${anchorPk}`
  const sorted = SERIES_SORTS[field]
  if (!sorted) throw new Error(`no sort ${field}`)
  return fromAnchor(sorted, direction, { from: sql`series`, pk, anchor: sql`${anchorPk}` })
}

/** Keys of series, joined with what a sort needs. */
function sortedSeries(query: Reader['query'], sort: Sort, which: Which, userPk: number) {
  const keys = query.selectFrom('series').select('series.pk')
  if (which === 'never opened') {
    return keys.where(sql<SqlBool>`not exists (select 1 from series_progress as own
      where own.series_pk = series.pk and own.user_pk = ${userPk})`)
  }
  if (!joinsOf(sort, SERIES_SORTS).has('progress')) return keys
  return keys.leftJoin('series_progress', join =>
    join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', userPk),
  )
}

/** Keys of the series that somebody has opened; SQLite keeps the order of cross joins. */
function openedSeries(query: Reader['query'], userPk: number) {
  return query
    .selectFrom('series_progress')
    .crossJoin('series')
    .whereRef('series.pk', '=', 'series_progress.series_pk')
    .where('series_progress.user_pk', '=', userPk)
    .select('series.pk')
}

async function countOpened(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const [row] = await runShape<{ total: number }, typeof values>(
    reader,
    shapeKey('opened', viewer, question),
    values,
    (query, p) =>
      openedSeries(query, p.userPk)
        .clearSelect()
        .where(matching(reader, viewer, question, p))
        .select(({ fn }) => fn.countAll<number>().as('total')),
  )
  return row?.total ?? 0
}

/** How many series with the words have a title that begins with what was typed. */
async function countBeginning(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const [row] = await runShape<{ total: number }, typeof values>(
    reader,
    shapeKey('beginning', viewer, question),
    values,
    (query, p) =>
      query
        .selectFrom('series')
        .where(matching(reader, viewer, question, p, { isWide: true }))
        .where(rank.begins(sql`series.sort_key`, p))
        .select(({ fn }) => fn.countAll<number>().as('total')),
  )
  return row?.total ?? 0
}

/** How many series begin with each character, in the order of lists. */
export async function seriesGroups(
  reader: Reader,
  viewer: Viewer,
  asked: Pick<SeriesQuestion, 'libraryPk' | 'condition' | 'text'>,
): Promise<{ group: string; count: number }[]> {
  const question = { ...asked, sort: SERIES_SORT_DEFAULT, page: 1, pageSize: 1 }
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const rows = await runShape<{ group: string; count: number }, typeof values>(
    reader,
    shapeKey('groups', viewer, question),
    values,
    (query, p) => {
      const title = sql`case when series.title_sort is null
        then coalesce(series.title_folded, lower(series.title))
        else coalesce(series.title_sort_folded, lower(series.title_sort)) end`
      return query
        .selectFrom('series')
        .where(matching(reader, viewer, question, p))
        .select(sql<string>`substr(${title}, 1, 1)`.as('group'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .groupBy(sql`1`)
        .orderBy(sql`min(series.sort_key)`)
    },
  )
  return rows.map(({ group, count }) => ({ group: group || '#', count }))
}

/** Counted once, as long as nothing is written that could change it. */
async function countKept(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const { condition, text, inProgress } = question
  const count = () => countSeries(reader, viewer, question)
  const isPlain = !condition && !text && !inProgress && !isPartial(viewer)
  if (isPlain && reader.dialect.kind === 'sqlite') return count()
  return (await keptSeries(reader, viewer, { ...question, sort: SERIES_SORT_DEFAULT }))?.total(count) ?? count()
}

/** Where nothing is filtered the database has the number, and nothing is counted. */
async function countSeries(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const plain = !question.condition && !question.text && !question.inProgress
  if (plain && isPartial(viewer)) {
    const counts = await visibleCounts(reader, viewer)
    const { libraryPk } = question
    return counts.reduce(
      (sum, row) => sum + (libraryPk === undefined || row.library_pk === libraryPk ? row.series : 0),
      0,
    )
  }
  // The index of words knows of libraries, and not of what else hides a series.
  const indexKnows = reader.dialect.kind === 'sqlite' && !isPartial(viewer)
  const byWords = question.text?.words && !question.condition && !question.inProgress && indexKnows
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  const [row] = await runShape<{ total: number | null }, typeof values>(
    reader,
    shapeKey(plain ? 'kept-count' : 'count', viewer, question),
    values,
    (query, p) => {
      if (byWords) return counting.countText(query, 'series', p)
      if (!plain) {
        return query
          .selectFrom('series')
          .where(matching(reader, viewer, question, p))
          .select(({ fn }) => fn.countAll<number>().as('total'))
      }
      let libraries = query.selectFrom('libraries').where(visible(viewer, 'libraries.pk'))
      if (question.libraryPk !== undefined) libraries = libraries.where('libraries.pk', '=', p.libraryPk)
      return libraries.select(sql<number>`cast(sum(series_count) as bigint)`.as('total'))
    },
  )
  return row?.total ?? 0
}
