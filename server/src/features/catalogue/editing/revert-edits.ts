import type { RevertMetadataRequest, RevertMetadataResponse } from '@octavo/contract/metadata-history'
import type { Tx, Write } from '../../../db'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import type { Viewer } from '../../../kernel/viewer'
import { bookState, editBooks } from './edit-book'
import { editManySeries, locksOf, seriesFileOf, seriesState } from './edit-series'
import { lockOfField } from './edited-book'
import { changesOf, type EditedKind, type EditRow, editById, lastEditOf } from './history.queries'
import { type Act, actOf, markReverted } from './history.store'
import { bookByRules, type NamingDeps, seriesByRules } from './names-by-rules'
import { type EditsMade, recordEdit } from './record-edits'
import { type Revert, revertOf } from './revert.rules'
import { fileSaysOfSeries, isSeriesLocked, lockOfSeriesField, type SeriesLockName } from './series-edit.rules'

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
    throw new AppError('BadRequest', 'Either field or editId', { path: field === undefined ? 'editId' : 'field' })
  const names = await namesFor(deps, kind, pk)
  return deps.write(async tx => {
    const edit =
      editId === undefined ? await lastEditOf(tx, kind, pk, field ?? '') : await editById(tx, kind, pk, editId)
    if (!edit && editId !== undefined) throw notFound('Edit')
    if (!edit) throw new AppError('BadRequest', 'Nobody has edited this field', { path: 'field' })
    const { made, reverted, skipped } = await revertEdit(tx, kind, edit, {
      ...{ pk, field, names, now: deps.now() },
      act: actOf(viewer, 'revert'),
    })
    await recordEdit(tx, viewer, kind, made, { now: deps.now() })
    return { reverted: [...reverted], skipped: [...skipped] }
  })
}

/** Names by the rules of the library, which a revert may need: worked out before its transaction. */
export async function namesFor(deps: NamingDeps, kind: EditedKind, pk: number) {
  return {
    books: kind === 'book' ? await bookByRules(deps, pk, NAMES_LIFTED) : new Map(),
    series: kind === 'series' ? await seriesByRules(deps, pk, NAMES_LIFTED) : new Map(),
  }
}

/** Reverts one edit within a transaction. */
export async function revertEdit(
  tx: Tx,
  kind: EditedKind,
  edit: EditRow,
  {
    pk,
    field,
    names,
    act,
    now,
  }: {
    readonly pk: number
    readonly field?: string | undefined
    readonly names: Awaited<ReturnType<typeof namesFor>>
    readonly act: Act
    readonly now: number
  },
): Promise<{ readonly made: EditsMade } & Pick<Revert, 'reverted' | 'skipped'>> {
  const changes = changesOf(edit)
  let revert: Revert
  let made: EditsMade
  if (kind === 'book') {
    const { values, file, book } = await bookState(tx, pk)
    const isSet = (lock: string) => isLocked(BOOK_LOCKS, book.locks, lock as BookLock)
    const isOfFile = (name: string) => ['title', 'number'].includes(name) || Object.hasOwn(file ?? {}, name)
    revert = revertOf(changes, { values, field, lockOf: lockOfField, isLocked: isSet, isOfFile })
    const locks = Object.fromEntries(Object.entries(revert.locks).map(([name, set]) => [`${name}Lock`, set]))
    const back = { restores: revert.restores, locks }
    made = await editBooks(tx, [pk], () => back, { now, act, byRules: names.books })
  } else {
    const state = await seriesState(tx, pk)
    const isSet = (lock: string) => isSeriesLocked(locksOf(state.row), lock as SeriesLockName)
    const isOfFile = (name: string) => name === 'title' || fileSaysOfSeries(name, seriesFileOf(state.row))
    revert = revertOf(changes, { values: state.values, field, lockOf: lockOfSeriesField, isLocked: isSet, isOfFile })
    const back = { restores: revert.restores, locks: revert.locks }
    made = await editManySeries(tx, [pk], () => back, { now, act, byRules: names.series })
  }
  if (field === undefined && revert.skipped.length === 0) await markReverted(tx, edit.pk, now)
  return { made, reverted: revert.reverted, skipped: revert.skipped }
}
