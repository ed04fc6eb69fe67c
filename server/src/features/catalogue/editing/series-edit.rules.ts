import { fieldsOfFiles, noValues, plainNames } from '@octavo/contract/fields'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import type { PatchSeriesMetadataRequest, UpdateMetadataLocksRequest } from '@octavo/contract/series-metadata'
import { isLocked, SERIES_LOCKS, type SeriesLock, withLock } from '../../../kernel/field-locks'
import type { seriesFields } from '../series'
import { changedNames, isSame, merged, valueAt } from './edited-value.rules'

/** Current values of a series' editable fields. */
export interface SeriesValues extends seriesFields.EditedSeries {
  readonly genres: readonly string[]
  readonly tags: readonly string[]
}

/** A title in another language or script. */
export interface OtherTitle {
  readonly label: string
  readonly title: string
}

export type SeriesEdit = PatchSeriesMetadataRequest & {
  readonly replaces?: boolean
  /** Respects locks: locked fields stay as they are. */
  readonly isBound?: boolean
  /** Part of a bulk edit: values that do not fit, such as too large custom metadata, are skipped. */
  readonly isOfMany?: boolean
  /** Values from before another edit. */
  readonly restores?: (Partial<SeriesValues> & { readonly alternateTitles?: readonly OtherTitle[] }) | undefined
  /** Resets to files and rules: everything, or only unlocked fields. */
  readonly resets?: 'all' | 'unlocked'
}

export interface SeriesEdited {
  readonly values: SeriesValues
  readonly locks: seriesFields.LocksOfSeries
  /** Changed fields. */
  readonly fields: readonly string[]
  /** Fields set by the person. */
  readonly said: readonly string[]
  /** Fields reset to the files' values; refreshing the series fills them. */
  readonly released: readonly string[]
  /** Fields skipped because they are locked. */
  readonly skipped: readonly string[]
  /** The library's rules must set its title again. */
  readonly titleByRules: boolean
  /** Its alternate titles are deleted. */
  readonly dropsTitles?: boolean
}

/** Fields set to the given value; the lock has the field's name. */
const PLAIN = plainNames(SERIES_FIELD_REGISTRY)

/** Value without any names. */
const NO_VALUES = noValues(SERIES_FIELD_REGISTRY)

export type SeriesLockName = SeriesLock | 'title' | 'titleSort'

const LOCK_NAMES: readonly SeriesLockName[] = ['title', 'titleSort', ...SERIES_LOCKS]

/** Fields that come from books. */
const OF_FILES: ReadonlySet<string> = new Set(fieldsOfFiles(SERIES_FIELD_REGISTRY).map(([name]) => name))

/** Fields of a series.json, by the edit's field names. */
export type SeriesFileValues = Readonly<Record<string, unknown>>

/**
 * The result of an edit of a series. Absent fields stay, null clears. What a person sets or clears is locked; null for
 * the title restores the rules' title and unlocks it. Explicit `locks` of the edit override this: unlocking restores
 * the files' value, unless the edit sets one.
 */
export function editedSeries(
  before: SeriesValues,
  held: seriesFields.LocksOfSeries,
  edit: SeriesEdit,
  file: SeriesFileValues = {},
): SeriesEdited {
  if (edit.resets) return resetSeries(before, held, edit.resets, file)
  let values = before
  let locks = held
  const fields: string[] = []
  const said = new Set<string>()
  const skipped = new Set<string>()
  const binds = (lock: SeriesLockName) => edit.isBound === true && isSeriesLocked(held, lock)
  const set = (change: Partial<SeriesValues>, lock: SeriesLockName, isGiven: boolean) => {
    const changed = changedNames(values, change)
    if (changed.length === 0 && !isGiven) return
    if (binds(lock)) {
      for (const name of changed) skipped.add(name)
      return
    }
    fields.push(...changed)
    for (const name of Object.keys(change)) said.add(name)
    locks = withSeriesLock(locks, lock, true)
    values = { ...values, ...change }
  }

  const clearsTitle = edit.title === null || edit.title === ''
  if (clearsTitle && binds('title')) skipped.add('title')
  else if (clearsTitle) locks = withSeriesLock(locks, 'title', false)
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
    const custom = edit.customMetadata === null ? null : merged(target, edit.customMetadata, edit.isOfMany)
    if (custom === undefined) skipped.add('customMetadata')
    else set({ customMetadata: custom }, 'customMetadata', custom !== null)
  }
  const { alternateTitles: _titles, ...restores } = edit.restores ?? {}
  for (const [name, value] of Object.entries(restores)) {
    const lock = lockOfSeriesField(name)
    if (lock) set({ [name]: value }, lock, true)
  }
  locks = lockedSeries(locks, edit.locks ?? {})
  const lifted = LOCK_NAMES.filter(lock => isSeriesLocked(held, lock) && !isSeriesLocked(locks, lock))
  const released = lifted
    .map(lock => (lock === 'authorsJsonLock' ? 'authors' : lock))
    .filter(name => fileSaysOfSeries(name, file) && !said.has(name))
  for (const name of released) {
    const isList = name === 'genres' || name === 'tags'
    values = { ...values, [name]: isList ? [] : (valueAt(file, name) ?? null) }
  }
  return {
    ...{ values, locks, said: [...said], released, skipped: [...skipped] },
    fields: [...new Set([...fields, ...released])].filter(
      name => !isSame(valueAt(before, name), valueAt(values, name)),
    ),
    titleByRules: (clearsTitle && !skipped.has('title')) || (lifted.includes('title') && !said.has('title')),
  }
}

/** Whether a field comes from the series' books or its series.json. */
export function fileSaysOfSeries(name: string, file: SeriesFileValues): boolean {
  return OF_FILES.has(name) || Object.hasOwn(file, name)
}

/** A series as its files and rules define it. */
function resetSeries(
  before: SeriesValues,
  held: seriesFields.LocksOfSeries,
  which: 'all' | 'unlocked',
  file: SeriesFileValues,
): SeriesEdited {
  const staysLocked = (name: string) => {
    const lock = lockOfSeriesField(name)
    return which === 'unlocked' && lock !== undefined && isSeriesLocked(held, lock)
  }
  const names = ['genres', 'tags', 'authors', 'customMetadata', ...PLAIN]
  const skipped = ['title', 'alternateTitles', ...names].filter(staysLocked)
  const released = names.filter(name => !staysLocked(name))
  let values = before
  for (const name of released) {
    const isList = name === 'genres' || name === 'tags'
    values = { ...values, [name]: isList ? [] : (valueAt(file, name) ?? null) }
  }
  // The cover is not a field of this edit.
  const nothing = withSeriesLock(NOTHING_LOCKED, 'cover', isSeriesLocked(held, 'cover'))
  const locks = which === 'all' ? nothing : held
  return {
    ...{ values, locks, said: [], released, skipped },
    fields: released.filter(name => !isSame(valueAt(before, name), valueAt(values, name))),
    titleByRules: !staysLocked('title'),
    dropsTitles: !staysLocked('alternateTitles'),
  }
}

const NOTHING_LOCKED: seriesFields.LocksOfSeries = { locks: 0, title: false, titleSort: false }

/** The lock of a field, by the edit's field names; undefined if it has none. */
export function lockOfSeriesField(name: string): SeriesLockName | undefined {
  return name === 'authors' ? 'authorsJsonLock' : LOCK_NAMES.find(lock => lock === name)
}

export function isSeriesLocked(held: seriesFields.LocksOfSeries, name: SeriesLockName): boolean {
  if (name === 'title' || name === 'titleSort') return held[name]
  return isLocked(SERIES_LOCKS, held.locks, name)
}

/** Locks after adding those that are true and removing those that are false. */
function lockedSeries(
  held: seriesFields.LocksOfSeries,
  changes: UpdateMetadataLocksRequest,
): seriesFields.LocksOfSeries {
  return LOCK_NAMES.reduce((sum, name) => {
    const wanted = changes[name]
    return typeof wanted === 'boolean' ? withSeriesLock(sum, name, wanted) : sum
  }, held)
}

function withSeriesLock(
  held: seriesFields.LocksOfSeries,
  name: SeriesLockName,
  locked: boolean,
): seriesFields.LocksOfSeries {
  if (name === 'title' || name === 'titleSort') return { ...held, [name]: locked }
  return { ...held, locks: withLock(SERIES_LOCKS, held.locks, name, locked) }
}

/** Every field cleared except the title: the base of an edit that replaces everything. */
export const SERIES_CLEARED: SeriesEdit = {
  replaces: true,
  ...NO_VALUES,
  authors: null,
  customMetadata: null,
}
