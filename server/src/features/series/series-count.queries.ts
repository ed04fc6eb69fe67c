import { GUARDED_LIST_FIELDS } from '@octavo/contract/list-fields'
import { sql } from 'kysely'
import { countShape, type Reader } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import { isPartial, visible, visibleCounts } from '../access'
import { joinsOf } from '../filters'
import { asksFor, type KeptList, keptList } from '../list-windows'
import { counting, rank } from '../words'
import { SERIES_READING, SERIES_SORT_DEFAULT, SERIES_SORTS } from './series-fields'
import { matching, type SeriesQuestion, scopeValues, shapeKey } from './series-matching.queries'

const GUARDED: ReadonlySet<string> = new Set(Object.keys(GUARDED_LIST_FIELDS))

/** What is kept of a list, whatever its order and page. */
export async function keptSeries(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<KeptList | null> {
  const { condition, sort, inProgress } = question
  // A tag may get another name, or go, without any series being another one.
  if (asksFor(condition, GUARDED)) return null
  const isOwn = Boolean(inProgress) || asksFor(condition, SERIES_READING) || joinsOf(sort, SERIES_SORTS).has('progress')
  const { match, within } = scopeValues(reader, viewer, question)
  const key = JSON.stringify([question.libraryPk, match, within, isOwn && viewer.userPk])
  return keptList(reader, isOwn ? 'progress' : 'catalogue', `${shapeKey('kept', viewer, question)}|${key}`)
}

/** Keys of the series that somebody has opened; SQLite keeps the order of cross joins. */
export function openedSeries(query: Reader['query'], userPk: number) {
  return query
    .selectFrom('series_progress')
    .crossJoin('series')
    .whereRef('series.pk', '=', 'series_progress.series_pk')
    .where('series_progress.user_pk', '=', userPk)
    .select('series.pk')
}

export function countOpened(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  return countShape(reader, shapeKey('opened', viewer, question), values, (query, p) =>
    openedSeries(query, p.userPk)
      .clearSelect()
      .where(matching(reader, viewer, question, p))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
}

/** How many series with the words have a title that begins with what was typed. */
export function countBeginning(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const values = { userPk: viewer.userPk, ...scopeValues(reader, viewer, question) }
  return countShape(reader, shapeKey('beginning', viewer, question), values, (query, p) =>
    query
      .selectFrom('series')
      .where(matching(reader, viewer, question, p, { isWide: true }))
      .where(rank.begins(sql`series.sort_key`, p))
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
}

/** Counted once, as long as nothing is written that could change it. */
export async function countKept(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
  const { condition, text, inProgress } = question
  const count = () => countSeries(reader, viewer, question)
  const isPlain = !condition && !text && !inProgress && !isPartial(viewer)
  if (isPlain && reader.dialect.kind === 'sqlite') return count()
  return (await keptSeries(reader, viewer, { ...question, sort: SERIES_SORT_DEFAULT }))?.total(count) ?? count()
}

/** Where nothing is filtered the database has the number, and nothing is counted. */
export async function countSeries(reader: Reader, viewer: Viewer, question: SeriesQuestion): Promise<number> {
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
  return countShape(reader, shapeKey(plain ? 'kept-count' : 'count', viewer, question), values, (query, p) => {
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
  })
}
