import type { Reader, Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { valuesOf } from '../../../kernel/field-columns'
import { SERIES_LOCKS, withLock } from '../../../kernel/field-locks'
import { alternateTitlesOf, setAlternateTitles } from '../alternate-titles'
import { type Act, type Changes, recordHistory } from '../edit-history'
import { resetExternal } from '../external'
import { saveSeriesFacets } from '../facets'
import { publishSeriesEvent, refreshSeries, seriesFields } from '../series'
import { changedMeanwhile, type MayChange } from './edit-book'
import { isSame, valueAt, versionOf } from './edited-value.rules'
import { fieldAuthorsOf, fieldAuthorsText } from './field-authors'
import { type EditsMade, lockChanges, moreEdits, NO_EDITS } from './record-edits'
import {
  editedSeries,
  isSeriesLocked,
  type OtherTitle,
  type SeriesEdit,
  type SeriesEdited,
  type SeriesFileValues,
  type SeriesLockName,
  type SeriesValues,
} from './series-edit.rules'
import { namesOfSeries, type SeriesToEdit, seriesToEdit } from './series-edits.queries'

/** A series' current state, for an edit. */
export interface SeriesState {
  readonly row: SeriesToEdit
  readonly values: SeriesValues
}

/** Alternate titles have their own routes: neither they nor their lock are included. */
export function seriesVersion({ row, values }: SeriesState): string {
  const { locks, ...titles } = locksOf(row)
  return versionOf({ values, ...titles, locks: withLock(SERIES_LOCKS, locks, 'alternateTitles', false) })
}

/** @throws NotFound if it is gone */
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

export function locksOf(row: SeriesToEdit): seriesFields.LocksOfSeries {
  return { locks: row.locks, title: Boolean(row.title_locked), titleSort: Boolean(row.title_sort_locked) }
}

/** Values of the series.json in its folder, by the edit's field names. */
export function seriesFileOf({ file_metadata }: Pick<SeriesToEdit, 'file_metadata'>): SeriesFileValues {
  return file_metadata === null ? {} : JSON.parse(file_metadata)
}

export interface SeriesEditOptions {
  readonly now: number
  readonly act: Act
  /** Needed by edits that clear or unlock titles. */
  readonly byRules?: ReadonlyMap<number, string>
  readonly mayChange?: MayChange
}

/** The result of an edit of one series, and the changes written. */
interface Edited {
  readonly state: SeriesState
  readonly edited: SeriesEdited
  /** The change of its alternate titles. */
  readonly titles: Changes['fields']
}

/**
 * Applies `edit` to each of the series, with all consequences. Returns changed fields, and what was skipped.
 * @throws PreconditionFailed if one has changed since the client saw it
 */
export async function editManySeries(
  tx: Tx,
  pks: readonly number[],
  edit: (state: SeriesState) => SeriesEdit,
  options: SeriesEditOptions,
): Promise<EditsMade> {
  const { mayChange = () => true, now } = options
  // All at once and in key order: names, which other edits lock too, are saved in between.
  await seriesFields.lockSeries(tx, pks)
  const changed: Edited[] = []
  const skipped: { field: string; id: string }[] = []
  for (const pk of pks) {
    const state = await seriesState(tx, pk)
    if (!mayChange(seriesVersion(state))) throw changedMeanwhile()
    const asked = edit(state)
    const edited = editedSeries(state.values, locksOf(state.row), asked, seriesFileOf(state.row))
    if (asked.resets === 'all') await resetExternal(tx, { kind: 'series', pk })
    const titles = await changeTitles(tx, state.row, edited, asked.restores?.alternateTitles, now)
    for (const field of edited.skipped) skipped.push({ field, id: state.row.id })
    const one = { state, edited, titles }
    if (!hasChanged(one)) continue
    await save(tx, one, options)
    changed.push(one)
  }
  const keys = changed.map(({ state }) => state.row.pk)
  await refreshSeries(tx, keys, now)
  const edits = []
  for (const one of changed) edits.push({ pk: one.state.row.pk, changes: await changesOf(tx, one) })
  await recordHistory(tx, options.act, 'series', edits, now)
  const made = edits.reduce(
    (sum, { pk, changes }) =>
      moreEdits(sum, { ...NO_EDITS, ...changes, pks: [pk], fields: changes.fields.map(({ field }) => field) }),
    NO_EDITS,
  )
  return { ...made, skipped }
}

/** Deletes or restores the alternate titles of a series. Returns the change; none if they are unchanged. */
async function changeTitles(
  tx: Tx,
  row: SeriesToEdit,
  { dropsTitles = false }: SeriesEdited,
  restored: readonly OtherTitle[] | undefined,
  now: number,
): Promise<Changes['fields']> {
  const after = dropsTitles ? [] : restored
  if (!after) return []
  const rows = await alternateTitlesOf(tx, row)
  const before = otherTitles(rows)
  if (isSame(before, after)) return []
  await setAlternateTitles(tx, row.pk, rows, after, now)
  return [{ field: 'alternateTitles', before, after }]
}

/** Alternate titles in the format of the history. */
export function otherTitles(rows: readonly OtherTitle[]): readonly OtherTitle[] {
  return rows.map(({ label, title }) => ({ label, title }))
}

function hasChanged({ state, edited, titles }: Edited): boolean {
  const { fields, released, titleByRules, locks } = edited
  return fields.length + released.length + titles.length > 0 || titleByRules || !isSame(locksOf(state.row), locks)
}

async function save(
  tx: Tx,
  { state: { row }, edited: { values, locks, fields, said, released, titleByRules } }: Edited,
  { now, act, byRules = new Map() }: SeriesEditOptions,
): Promise<void> {
  const { pk } = row
  const editedBy = fieldAuthorsText(fieldAuthorsOf(row), { said, released }, { by: act.userId, at: now })
  await seriesFields.setEditedSeries(tx, { pk, path: row.path, editedBy }, values, locks, now)
  await saveNames(
    tx,
    pk,
    values,
    fields.filter(name => !released.includes(name)),
  )
  if (titleByRules) await retitle(tx, pk, byRules.get(pk), now)
}

/** Changes of a series after its refresh; published. */
async function changesOf(tx: Tx, { state: { row, values: before }, edited, titles }: Edited): Promise<Changes> {
  const { values, locks, fields, released, titleByRules } = edited
  const held = locksOf(row)
  const isFilled = released.length > 0 || titleByRules
  const after = isFilled ? (await seriesState(tx, row.pk)).values : values
  const names = [...new Set([...fields, ...released, ...(titleByRules ? ['title'] : [])])]
  const changes = {
    fields: [
      ...titles,
      ...names
        .map(field => ({ field, before: valueAt(before, field), after: valueAt(after, field) }))
        .filter(change => !isSame(change.before, change.after)),
    ],
    ...lockChanges(['title', 'titleSort', ...SERIES_LOCKS], isHeld(held), isHeld(locks)),
  }
  const changed = changes.fields.map(({ field }) => field)
  await publish(tx, row, [...changed, ...(isSame(held, locks) ? [] : ['locks'])])
  return changes
}

function isHeld(locks: seriesFields.LocksOfSeries): (name: string) => boolean {
  return name => isSeriesLocked(locks, name as SeriesLockName)
}

/** Names set by a person are searchable; refreshing the series takes the others from its books. */
async function saveNames(tx: Tx, pk: number, values: SeriesValues, fields: readonly string[]): Promise<void> {
  if (fields.includes('genres')) await saveSeriesFacets(tx, pk, 'genre', values.genres)
  if (fields.includes('tags')) await saveSeriesFacets(tx, pk, 'tag', values.tags)
  if (fields.includes('publisher'))
    await saveSeriesFacets(tx, pk, 'publisher', values.publisher ? [values.publisher] : [])
  if (fields.includes('imprint')) await saveSeriesFacets(tx, pk, 'imprint', values.imprint ? [values.imprint] : [])
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

/** Without books, rules have no title for a series. */
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
