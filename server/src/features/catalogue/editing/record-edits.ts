import type { Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { addSubjects, beginAct, endAct, noteAct, recordAct, type Subject } from '../../../platform/audit-log'
import { namedSubject } from '../../people/audit'
import { editedIds } from './edited-subject.queries'

export type Edited = 'book' | 'series'

/** Counts of an edit: rows, fields, and locks set and removed. */
export interface EditsMade {
  /** Fields skipped because they are locked, with the id of the book or series. */
  readonly skipped: readonly { readonly field: string; readonly id: string }[]
  readonly pks: readonly number[]
  readonly fields: readonly string[]
  readonly locked: readonly string[]
  readonly unlocked: readonly string[]
}

export const NO_EDITS: EditsMade = { skipped: [], pks: [], fields: [], locked: [], unlocked: [] }

/** A bulk edit in progress: several transactions with one audit entry. */
export interface EditsUnderWay {
  readonly act: number | null
  readonly made: EditsMade
  /** Libraries under which the audit log lists the action. */
  readonly libraryIds: readonly string[]
}

export const NO_EDITS_YET: EditsUnderWay = { act: null, made: NO_EDITS, libraryIds: [] }

export function moreEdits(made: EditsMade, next: EditsMade): EditsMade {
  const both = (name: 'fields' | 'locked' | 'unlocked') => [...new Set([...made[name], ...next[name]])]
  return {
    skipped: [...made.skipped, ...next.skipped],
    pks: [...made.pks, ...next.pks],
    fields: both('fields'),
    locked: both('locked'),
    unlocked: both('unlocked'),
  }
}

/** Names of the locks that an edit has set and removed. */
export function lockChanges(
  names: readonly string[],
  before: (name: string) => boolean,
  after: (name: string) => boolean,
): Pick<EditsMade, 'locked' | 'unlocked'> {
  return {
    locked: names.filter(name => after(name) && !before(name)),
    unlocked: names.filter(name => before(name) && !after(name)),
  }
}

/** Writes the edit of one book or series to the audit log, in the transaction of the edit. */
export async function recordEdit(
  tx: Tx,
  viewer: Viewer,
  kind: Edited,
  made: EditsMade,
  { now, details = detailsOf(kind, made) }: { readonly now: number; readonly details?: Record<string, unknown> },
): Promise<void> {
  const [pk] = made.pks
  if (pk === undefined) return
  const { subject, library } = await namedSubject(tx, kind, pk)
  await recordAct(tx, viewer, `${kind}_edited`, subject, { now, library, details })
}

/**
 * Records one transaction of a bulk edit; the last one ends the action. Its entry is named after the first subject and
 * linked to all of them.
 */
export async function noteEdits(
  tx: Tx,
  viewer: Viewer,
  kind: Edited,
  soFar: EditsUnderWay,
  { next, isLast, now }: { readonly next: EditsMade; readonly isLast: boolean; readonly now: number },
): Promise<EditsUnderWay> {
  const made = moreEdits(soFar.made, next)
  const [first] = made.pks
  if (first === undefined) return { ...soFar, made }
  const details = detailsOf(kind, made)
  const end = isLast ? ({ outcome: 'done', details } as const) : undefined
  if (soFar.act !== null) {
    await (end ? endAct(tx, soFar.act, end, now) : noteAct(tx, soFar.act, details))
    return { act: soFar.act, made, libraryIds: await findableBy(tx, kind, soFar.act, soFar, next) }
  }
  const { subject, library } = await namedSubject(tx, kind, first)
  const isOne = made.pks.length === 1 && isLast
  const about: Subject = isOne ? subject : { ...subject, id: null }
  const one = isOne ? { library } : {}
  const { pk } = await beginAct(
    tx,
    { action: `${kind}_edited`, userPk: viewer.userPk, subject: about, details, ...one },
    now,
    end,
  )
  return { act: pk, made, libraryIds: isOne ? [] : await findableBy(tx, kind, pk, soFar, next) }
}

/** Links an action to the subjects of one transaction and to its libraries; returns all libraries so far. */
async function findableBy(
  tx: Tx,
  kind: Edited,
  act: number,
  { libraryIds: known }: EditsUnderWay,
  { pks }: EditsMade,
): Promise<readonly string[]> {
  if (pks.length === 0) return known
  const { ids, libraryIds } = await editedIds(tx, kind, pks)
  const others = libraryIds.filter(id => !known.includes(id))
  await addSubjects(tx, act, [...ids, ...others])
  return [...known, ...others]
}

/** Ends an action that did not complete. */
export async function endCutEdits(tx: Tx, { act }: EditsUnderWay, error: unknown, now: number): Promise<void> {
  if (act === null) return
  await endAct(tx, act, { outcome: 'failed', message: error instanceof Error ? error.message : String(error) }, now)
}

/** Rows are counted, not listed; empty lists are left out. */
function detailsOf(kind: Edited, { pks, fields, locked, unlocked }: EditsMade): Record<string, unknown> {
  return {
    ...(pks.length > 1 && { [kind === 'book' ? 'books' : 'series']: pks.length }),
    ...(fields.length > 0 && { fields }),
    ...(locked.length > 0 && { locked }),
    ...(unlocked.length > 0 && { unlocked }),
  }
}
