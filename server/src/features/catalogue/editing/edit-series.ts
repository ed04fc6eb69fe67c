import type { Reader, Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { valuesOf } from '../../../kernel/field-columns'
import { isLocked, SERIES_LOCKS, type SeriesLock, withLock } from '../../../kernel/field-locks'
import { deleteAlternateTitlesOf } from '../alternate-titles'
import { resetExternal } from '../external'
import { saveSeriesFacets } from '../facets'
import { publishSeriesEvent, refreshSeries, seriesFields } from '../series'
import { changedMeanwhile, type MayChange } from './edit-book'
import { isSame, versionOf } from './edited-value.rules'
import { type EditsMade, lockChanges, moreEdits, NO_EDITS } from './record-edits'
import { editedSeries, NO_VALUES, NOTHING_LOCKED, type SeriesEdit, type SeriesValues } from './series-edit.rules'
import { namesOfSeries, type SeriesToEdit, seriesToEdit } from './series-edits.queries'

/** A series as it is, with what it can be changed by. */
export interface SeriesState {
  readonly row: SeriesToEdit
  readonly values: SeriesValues
}

/** Other titles have addresses of their own: neither they nor their lock are part of it. */
export function seriesVersion({ row, values }: SeriesState): string {
  const { locks, ...titles } = locksOf(row)
  return versionOf({ values, ...titles, locks: withLock(SERIES_LOCKS, locks, 'alternateTitles', false) })
}

/** @throws NotFound when it has gone meanwhile */
export async function seriesState(from: Reader | Tx, pk: number): Promise<SeriesState> {
  const row = await seriesToEdit(from, pk)
  if (!row) throw notFound('Series')
  const values = {
    title: row.title,
    ...valuesOf(seriesFields.SERIES_VALUE_COLUMNS, row),
    authors: row.authors === null ? null : JSON.parse(row.authors),
    customMetadata: row.custom_metadata === null ? null : JSON.parse(row.custom_metadata),
    genres: await namesOfSeries(from, pk, 'genre'),
    tags: await namesOfSeries(from, pk, 'tag'),
  }
  return { row, values }
}

function locksOf(row: SeriesToEdit): seriesFields.LocksOfSeries {
  return { locks: row.locks, title: Boolean(row.title_locked), titleSort: Boolean(row.title_sort_locked) }
}

/**
 * Makes the same edit of series, each by what `edit` says of it, with all that follows from it. Answers what has changed.
 * @throws PreconditionFailed when somebody has changed one since it was seen
 */
export async function editManySeries(
  tx: Tx,
  pks: readonly number[],
  edit: (values: SeriesValues) => SeriesEdit,
  {
    now,
    byRules = new Map(),
    mayChange = () => true,
  }: {
    readonly now: number
    /** For edits that clear titles. */
    readonly byRules?: ReadonlyMap<number, string>
    readonly mayChange?: MayChange
  },
): Promise<EditsMade> {
  let made = NO_EDITS
  for (const pk of pks) {
    const state = await seriesState(tx, pk)
    if (!mayChange(seriesVersion(state))) throw changedMeanwhile()
    const held = locksOf(state.row)
    const { values, locks, fields, titleByRules } = editedSeries(state.values, held, edit(state.values))
    const locksChange = !isSame(held, locks)
    if (fields.length === 0 && !locksChange && !titleByRules) continue
    await seriesFields.setEditedSeries(tx, state.row, values, locks, now)
    await saveNames(tx, pk, values, fields)
    if (titleByRules) await retitle(tx, pk, byRules.get(pk), now)
    await refreshSeries(tx, [pk], now)
    await publish(tx, state.row, [...fields, ...(locksChange ? ['locks'] : [])])
    made = moreEdits(made, {
      ...lockChanges(['title', 'titleSort', ...SERIES_LOCKS], isHeld(held), isHeld(locks)),
      ...{ pks: [pk], fields: [...fields, ...(titleByRules ? ['title'] : [])] },
    })
  }
  return made
}

function isHeld({ locks, title, titleSort }: seriesFields.LocksOfSeries): (name: string) => boolean {
  return name => {
    if (name === 'title') return title
    return name === 'titleSort' ? titleSort : isLocked(SERIES_LOCKS, locks, name as SeriesLock)
  }
}

/** Discards the edits of a series. Its sharing tags stay. */
export async function resetSeries(
  tx: Tx,
  pk: number,
  { now, byRules }: { readonly now: number; readonly byRules: ReadonlyMap<number, string> },
): Promise<void> {
  const { row, values } = await seriesState(tx, pk)
  const empty = { ...values, ...NO_VALUES, authors: null, customMetadata: null }
  await deleteAlternateTitlesOf(tx, pk)
  await resetExternal(tx, { kind: 'series', pk })
  await seriesFields.setEditedSeries(tx, row, empty, NOTHING_LOCKED, now)
  await retitle(tx, pk, byRules.get(pk), now)
  await refreshSeries(tx, [pk], now)
  await publish(tx, row, ['metadata', 'locks'])
}

/** Names that a person has set are those that it is found by; refreshing the series takes the others from its books. */
async function saveNames(tx: Tx, pk: number, values: SeriesValues, fields: readonly string[]): Promise<void> {
  if (fields.includes('genres')) await saveSeriesFacets(tx, pk, 'genre', values.genres)
  if (fields.includes('tags')) await saveSeriesFacets(tx, pk, 'tag', values.tags)
  if (fields.includes('language')) await saveSeriesFacets(tx, pk, 'language', values.language ? [values.language] : [])
  if (!fields.includes('authors')) return
  const people = (values.authors ?? []) as readonly { readonly name: string }[]
  await saveSeriesFacets(
    tx,
    pk,
    'author',
    people.map(person => person.name),
  )
}

/** A series without books has no title by rules. */
async function retitle(tx: Tx, pk: number, title: string | undefined, now: number): Promise<void> {
  if (title !== undefined) await seriesFields.retitleSeries(tx, pk, title, now)
}

async function publish(tx: Tx, row: SeriesToEdit, fields: string[]): Promise<void> {
  if (row.book_count === 0) return
  const library = await tx.query
    .selectFrom('libraries')
    .select('id')
    .where('pk', '=', row.library_pk)
    .executeTakeFirstOrThrow()
  publishSeriesEvent(tx, { ...row, library_id: library.id }, 'series_updated', fields)
}
