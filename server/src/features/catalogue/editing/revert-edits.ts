import type { RevertMetadataRequest, RevertMetadataResponse } from '@octavo/contract/metadata-history'
import type { Reader, Tx, Write } from '../../../db'
import { AppError, notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import type { Viewer } from '../../../kernel/viewer'
import { alternateTitlesOf } from '../alternate-titles'
import type { CoverBack } from '../chosen-covers'
import { type Act, actOf, type Changes, markReverted } from '../edit-history'
import type { BookEdit } from './book-edit.rules'
import { type BookState, editBooks } from './edit-book'
import { editManySeries, locksOf, otherTitles, type SeriesState, seriesFileOf } from './edit-series'
import { lockOfField } from './edited-book'
import { changesOf, type EditedKind, type EditRow, editById, lastEditOf } from './history.queries'
import { booksByRules, type NamingDeps, type RuledBook, seriesByRules } from './names-by-rules'
import { type EditsMade, recordEdit } from './record-edits'
import { type Revert, revertOf } from './revert.rules'
import {
  fileSaysOfSeries,
  isSeriesLocked,
  lockOfSeriesField,
  type OtherTitle,
  type SeriesEdit,
  type SeriesLockName,
} from './series-edit.rules'

export type RevertDeps = NamingDeps & {
  readonly write: Write
  readonly now: Clock
  readonly coverBack: CoverBack
}

/** Names by rules, as if no name were locked. */
const NAMES_LIFTED = { title: null, locks: { titleLock: false, volumeLock: false, chapterLock: false } }

/**
 * Reverts one edit of a book or series, or the last edit of a field. This is an edit itself.
 * @throws NotFound for an edit of another subject; BadRequest unless exactly one of the two is given, and for a field
 * nobody has edited; Conflict for a deleted cover
 */
export async function revertMetadata(
  deps: RevertDeps,
  viewer: Viewer,
  kind: EditedKind,
  pk: number,
  { field, editId }: RevertMetadataRequest,
): Promise<RevertMetadataResponse> {
  if ((field === undefined) === (editId === undefined))
    throw new AppError('BadRequest', 'Name either field or editId', { path: field === undefined ? 'editId' : 'field' })
  const find = async (from: Reader | Tx) => {
    const edit =
      editId === undefined ? await lastEditOf(from, kind, pk, field ?? '') : await editById(from, kind, pk, editId)
    if (!edit && editId !== undefined) throw notFound('Edit')
    if (!edit) throw refused('BadRequest', 'nothing_to_undo', 'Nobody has edited this field', 'field')
    return edit
  }
  const chosen = await find(deps.reader)
  // Its thumbnail is made before the transaction.
  const cover = changesOf(chosen).fields.find(change => change.field === 'cover')
  if (cover) {
    if (!(await deps.coverBack(viewer, kind, pk, cover))) return { reverted: [], skipped: ['cover'] }
    await deps.write(tx => markReverted(tx, [chosen.pk], deps.now()))
    return { reverted: ['cover'], skipped: [] }
  }
  const names = await namesFor(deps, kind, [pk])
  return deps.write(async tx => {
    const edit = await find(tx)
    const options = { field, names, now: deps.now(), act: actOf(viewer, 'revert') }
    const { made, reverts } = await revertEdits(tx, kind, [{ edit, pk }], options)
    await recordEdit(tx, viewer, kind, made, { now: deps.now() })
    const { reverted = [], skipped = [] } = reverts.get(pk) ?? {}
    return { reverted: [...reverted], skipped: [...skipped] }
  })
}

export interface RuledNames {
  readonly books: ReadonlyMap<number, RuledBook>
  readonly series: ReadonlyMap<number, string>
}

/** Names by the library's rules, which a revert may need: computed before its transaction. */
export async function namesFor(deps: NamingDeps, kind: EditedKind, pks: readonly number[]): Promise<RuledNames> {
  return {
    books: kind === 'book' ? await booksByRules(deps, pks, NAMES_LIFTED) : new Map(),
    series: kind === 'series' ? await seriesByRules(deps, pks, NAMES_LIFTED) : new Map(),
  }
}

const NAMES = ['title', 'number', 'volume', 'chapter']

/** Whether names by rules may be needed to revert an edit. */
export function concernsNames(edit: EditRow): boolean {
  const { fields, locked, unlocked } = changesOf(edit)
  return [...fields.map(({ field }) => field), ...locked, ...unlocked].some(name => NAMES.includes(name))
}

/** An edit to revert, and its subject. */
export interface EditToRevert {
  readonly edit: EditRow
  readonly pk: number
}

/** Reverts edits of different books or series within a transaction; with `field`, only that field. */
export async function revertEdits(
  tx: Tx,
  kind: EditedKind,
  edits: readonly EditToRevert[],
  {
    field,
    names,
    leavesSeries,
    ...options
  }: {
    readonly field?: string | undefined
    readonly names: RuledNames
    readonly act: Act
    readonly now: number
    readonly leavesSeries?: boolean
  },
): Promise<{ readonly made: EditsMade; readonly reverts: ReadonlyMap<number, Revert> }> {
  const byPk = new Map(edits.map(({ pk, edit }) => [pk, changesOf(edit)]))
  const pks = [...byPk.keys()].toSorted((a, b) => a - b)
  const titles = kind === 'series' ? await titlesOf(tx, byPk) : new Map()
  const reverts = new Map<number, Revert>()
  const noted = (pk: number, revert: Revert) => {
    reverts.set(pk, revert)
    return revert
  }
  const made =
    kind === 'book'
      ? await editBooks(
          tx,
          pks,
          state => bookBack(state, changes => noted(state.book.pk, changes), byPk.get(state.book.pk) ?? NOTHING, field),
          { ...options, byRules: names.books, leavesSeries: leavesSeries ?? false },
        )
      : await editManySeries(
          tx,
          pks,
          state => {
            const { pk } = state.row
            const values = { ...state.values, alternateTitles: titles.get(pk) }
            return seriesBack(state.row, values, revert => noted(pk, revert), byPk.get(pk) ?? NOTHING, field)
          },
          { ...options, byRules: names.series },
        )
  const whole = field === undefined ? edits.filter(({ pk }) => reverts.get(pk)?.skipped.length === 0) : []
  await markReverted(
    tx,
    whole.map(({ edit }) => edit.pk),
    options.now,
  )
  return { made, reverts }
}

const NOTHING: Changes = { fields: [], locked: [], unlocked: [] }

function bookBack(
  { book, values, file }: BookState,
  noted: (revert: Revert) => Revert,
  changes: Changes,
  field: string | undefined,
): BookEdit {
  const { restores, locks } = noted(
    revertOf(changes, {
      ...{ values, field, lockOf: lockOfField },
      isLocked: lock => isLocked(BOOK_LOCKS, book.locks, lock as BookLock),
      isOfFile: name => ['title', 'number'].includes(name) || Object.hasOwn(file ?? {}, name),
    }),
  )
  return { restores, locks: Object.fromEntries(Object.entries(locks).map(([name, set]) => [`${name}Lock`, set])) }
}

/** Alternate titles of series whose edits changed them. */
async function titlesOf(tx: Tx, edits: ReadonlyMap<number, Changes>): Promise<Map<number, readonly OtherTitle[]>> {
  const titles = new Map<number, readonly OtherTitle[]>()
  for (const [pk, { fields }] of edits) {
    if (fields.some(({ field }) => field === 'alternateTitles'))
      titles.set(pk, otherTitles(await alternateTitlesOf(tx, { pk, id: '' })))
  }
  return titles
}

function seriesBack(
  row: SeriesState['row'],
  values: object,
  noted: (revert: Revert) => Revert,
  changes: Changes,
  field: string | undefined,
): SeriesEdit {
  const { restores, locks } = noted(
    revertOf(changes, {
      ...{ values, field, lockOf: lockOfSeriesField },
      isLocked: lock => isSeriesLocked(locksOf(row), lock as SeriesLockName),
      isOfFile: name => name === 'title' || fileSaysOfSeries(name, seriesFileOf(row)),
    }),
  )
  return { restores, locks }
}
