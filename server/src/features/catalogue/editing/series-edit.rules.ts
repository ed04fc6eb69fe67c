import { noValues, plainNames } from '@octavo/contract/fields'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import type { PatchSeriesMetadataRequest, UpdateMetadataLocksRequest } from '@octavo/contract/series-metadata'
import { SERIES_LOCKS, type SeriesLock, withLock } from '../../../kernel/field-locks'
import type { seriesFields } from '../series'
import { changedNames, merged } from './edited-value.rules'

/** What can be edited of a series, as it is. */
export interface SeriesValues extends seriesFields.EditedSeries {
  readonly genres: readonly string[]
  readonly tags: readonly string[]
}

export type SeriesEdit = PatchSeriesMetadataRequest & { readonly replaces?: boolean }

export interface SeriesEdited {
  readonly values: SeriesValues
  readonly locks: seriesFields.LocksOfSeries
  /** Fields that have another value now. */
  readonly fields: readonly string[]
  /** Its library's rules are to say its title again. */
  readonly titleByRules: boolean
}

/** Fields whose value is taken as it is; the lock has the name of the field. */
const PLAIN = plainNames(SERIES_FIELD_REGISTRY)

/** None of them has a value. */
export const NO_VALUES = noValues(SERIES_FIELD_REGISTRY)

type Lock = SeriesLock | 'title' | 'titleSort'

/**
 * What an edit makes of a series. Absent stays, null clears. What a person sets or clears is locked; a title of null is that of
 * the rules again and is unlocked. `locks` of the edit have the last word.
 */
export function editedSeries(before: SeriesValues, held: seriesFields.LocksOfSeries, edit: SeriesEdit): SeriesEdited {
  let values = before
  let locks = held
  const fields: string[] = []
  const set = (change: Partial<SeriesValues>, lock: Lock, isGiven: boolean) => {
    const changed = changedNames(values, change)
    fields.push(...changed)
    if (changed.length > 0 || isGiven) locks = withSeriesLock(locks, lock, true)
    values = { ...values, ...change }
  }

  const titleByRules = edit.title === null || edit.title === ''
  if (titleByRules) locks = withSeriesLock(locks, 'title', false)
  else if (edit.title) set({ title: edit.title }, 'title', true)
  for (const name of PLAIN) {
    const given = edit[name]
    if (given === undefined) continue
    const value = given === '' ? null : given
    set({ [name]: value }, name, value !== null)
  }
  for (const name of ['genres', 'tags'] as const) {
    const given = edit[name]
    if (given !== undefined) set({ [name]: [...new Set(given ?? [])] }, name, given !== null)
  }
  if (edit.authors !== undefined) {
    const people = edit.authors?.map(({ name, role, sortName }) => {
      return { name: name.trim(), role, sortName: sortName?.trim() || null }
    })
    set({ authors: people ?? null }, 'authorsJsonLock', people !== undefined)
  }
  if (edit.customMetadata !== undefined) {
    const target = edit.replaces ? {} : ((before.customMetadata ?? {}) as Record<string, unknown>)
    const custom = edit.customMetadata === null ? null : merged(target, edit.customMetadata)
    set({ customMetadata: custom }, 'customMetadata', custom !== null)
  }
  return { values, locks: lockedSeries(locks, edit.locks ?? {}), fields, titleByRules }
}

/** Locks with those set that are true, and those lifted that are false. */
function lockedSeries(
  held: seriesFields.LocksOfSeries,
  changes: UpdateMetadataLocksRequest,
): seriesFields.LocksOfSeries {
  return (['title', 'titleSort', ...SERIES_LOCKS] as const).reduce((sum, name) => {
    const wanted = changes[name]
    return typeof wanted === 'boolean' ? withSeriesLock(sum, name, wanted) : sum
  }, held)
}

function withSeriesLock(held: seriesFields.LocksOfSeries, name: Lock, locked: boolean): seriesFields.LocksOfSeries {
  if (name === 'title' || name === 'titleSort') return { ...held, [name]: locked }
  return { ...held, locks: withLock(SERIES_LOCKS, held.locks, name, locked) }
}

/** Every field cleared but the title: what an edit that replaces everything leaves out is taken from here. */
export const SERIES_CLEARED: SeriesEdit = {
  replaces: true,
  ...NO_VALUES,
  authors: null,
  customMetadata: null,
}

export const NOTHING_LOCKED: seriesFields.LocksOfSeries = { locks: 0, title: false, titleSort: false }
