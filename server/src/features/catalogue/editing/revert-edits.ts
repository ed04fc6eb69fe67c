import type { RevertMetadataRequest, RevertMetadataResponse } from '@octavo/contract/metadata-history'
import type { Tx, Write } from '../../../db'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import type { Viewer } from '../../../kernel/viewer'
import type { BookEdit } from './book-edit.rules'
import { type BookState, editBooks } from './edit-book'
import { editManySeries, locksOf, type SeriesState, seriesFileOf } from './edit-series'
import { lockOfField } from './edited-book'
import { changesOf, type EditedKind, type EditRow, editById, lastEditOf } from './history.queries'
import { type Act, actOf, type Changes, markReverted } from './history.store'
import { booksByRules, manySeriesByRules, type NamingDeps, type RuledBook } from './names-by-rules'
import { type EditsMade, recordEdit } from './record-edits'
import { type Revert, revertOf } from './revert.rules'
import {
  fileSaysOfSeries,
  isSeriesLocked,
  lockOfSeriesField,
  type SeriesEdit,
  type SeriesLockName,
} from './series-edit.rules'

export type RevertDeps = NamingDeps & { readonly write: Write; readonly now: Clock }

/** What rules would say once the locks of all names are lifted. */
const NAMES_LIFTED = { title: null, locks: { titleLock: false, volumeLock: false, chapterLock: false } }

/**
 * Reverts one edit of a book or series, or the last edit of a field. This is an edit in turn.
 * @throws NotFound for an edit of something else; BadRequest without exactly one of the two, and for a field nobody has edited
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
  const names = await namesFor(deps, kind, [pk])
  return deps.write(async tx => {
    const edit =
      editId === undefined ? await lastEditOf(tx, kind, pk, field ?? '') : await editById(tx, kind, pk, editId)
    if (!edit && editId !== undefined) throw notFound('Edit')
    if (!edit) throw new AppError('BadRequest', 'Nobody has edited this field', { path: 'field' })
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

/** Names by the rules of the library, which a revert may need: worked out before its transaction. */
export async function namesFor(deps: NamingDeps, kind: EditedKind, pks: readonly number[]): Promise<RuledNames> {
  return {
    books: kind === 'book' ? await booksByRules(deps, pks, NAMES_LIFTED) : new Map(),
    series: kind === 'series' ? await manySeriesByRules(deps, pks, NAMES_LIFTED) : new Map(),
  }
}

/** An edit to revert, and of what. */
export interface EditToRevert {
  readonly edit: EditRow
  readonly pk: number
}

/** Reverts edits of different books or series within a transaction; `field` reverts that of them alone. */
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
          state => seriesBack(state, changes => noted(state.row.pk, changes), byPk.get(state.row.pk) ?? NOTHING, field),
          { ...options, byRules: names.series },
        )
  for (const { edit, pk } of edits) {
    if (field === undefined && reverts.get(pk)?.skipped.length === 0) await markReverted(tx, edit.pk, options.now)
  }
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

function seriesBack(
  { row, values }: SeriesState,
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
