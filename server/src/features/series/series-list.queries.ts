import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { atOneVersion, keepsRows, type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { joinsOf, orderBy, ranks, type Sort } from '../filters'
import { fromAnchor, isDeep, type KeptList, pageByReading, type Window, windowOf } from '../list-windows'
import { inKnownWords, rank, withOtherWords } from '../words'
import { seriesOfKeys } from './kept-series.queries'
import { rankedSeries } from './ranked-series.queries'
import { countKept, countOpened, countSeries, keptSeries, openedSeries } from './series-count.queries'
import { SERIES_SORT_DEFAULT, SERIES_SORTS } from './series-fields'
import { matching, type SeriesQuestion, scopeValues, shapeKey } from './series-matching.queries'
import { pageOfSeries, type SeriesRow } from './series-row'

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

/** The rows of one page. Keys of a first page are kept; searches are seldom the same. */
export async function seriesRows(
  reader: Reader,
  viewer: Viewer,
  question: SeriesQuestion,
  total?: number,
): Promise<SeriesRow[]> {
  const read = () => readRows(reader, viewer, question, total)
  if (!keepsRows(reader)) return read()
  const { page, pageSize, sort, text } = question
  const kept = page === 1 && !text ? await keptSeries(reader, viewer, question) : null
  return seriesOfKeys(reader, viewer, await (kept?.first(JSON.stringify(sort), pageSize, read) ?? read()))
}

/**
 * The rows, or where rows are kept their keys; `total`, where it is known already, spares deep pages the way through all
 * before them.
 */
async function readRows(
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
  const rows = (part: Window, which: Which = 'all') =>
    anchoredRows(reader, viewer, question, { window: part, which, byRank, isWide }, kept)
  const byReading = window.sort.length === 1 && joinsOf(sort, SERIES_SORTS).has('progress')
  // Who has begun a series has opened it.
  const which = question.inProgress ? 'opened' : 'all'
  const read = () =>
    pageByReading(window, {
      rows,
      kept,
      countOpened: () => countOpened(reader, viewer, question),
      total: async () => total ?? countSeries(reader, viewer, question),
    })
  const found = await (byReading && which === 'all'
    ? read()
    : inParts
      ? rankedSeries(reader, viewer, question, { window, total: total ?? 0 })
      : rows(window, byReading ? which : 'all'))
  return window.isTurned ? found.reverse() : found
}

/** By the reader's progress: those that were opened, or the rest. */
type Which = 'all' | 'opened' | 'never opened'

interface Keyed {
  readonly window: Window
  readonly which: Which
  readonly byRank: boolean
  /** Most series that are come to have the words. */
  readonly isWide: boolean
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
  { window, which, byRank, isWide }: Keyed,
  anchorPk?: number,
): Promise<SeriesRow[]> {
  const { sort, limit, offset } = window
  const own = { limit, offset, anchorPk: anchorPk ?? 0, userPk: viewer.userPk }
  const values = { ...own, ...scopeValues(reader, viewer, question) }
  const order = `${byRank ? 'ranked' : JSON.stringify(sort)}|${which}|${anchorPk === undefined ? '' : 'from'}`
  const isKept = keepsRows(reader)
  const key = `${shapeKey(isKept ? 'keys' : 'rows', viewer, question)}|${order}|${isWide ? 'wide' : ''}`
  return runShape<SeriesRow, typeof values>(reader, key, values, (query, p) => {
    const [{ direction }] = sort
    const usual = orderBy(reader, SERIES_SORTS, sort, sql`series.pk`)
    const ordered = (byRank ? sql`${rank.order(sql`series.sort_key`, p)}, ${usual}` : usual) as never
    const byKey = reader.dialect.kind === 'sqlite' && which === 'never opened'
    const all = matching(reader, viewer, question, p, { byKey, isWide })
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
    const page = keys.limit(p.limit).offset(p.offset)
    if (isKept) return page as unknown as Compilable<SeriesRow>
    return pageOfSeries(query, page.as('page'), p.userPk).orderBy(ordered)
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
