import type { Connection, Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { nextTurn } from '../../../platform/task-work'
import { type Edited, type EditsMade, endCutEdits, NO_EDITS_YET, noteEdits } from './record-edits'

/**
 * Edits many books or series in several transactions, so that others can write in between; there is one audit entry.
 * Returns the changes.
 */
export async function editInParts<Prepared>(
  { write, now }: Pick<Connection, 'write'> & { readonly now: Clock },
  viewer: Viewer,
  kind: Edited,
  {
    pks,
    atOnce,
    prepare,
    edit,
  }: {
    readonly pks: readonly number[]
    readonly atOnce: number
    /** Data that the transaction of a part needs but cannot load itself. */
    readonly prepare: (part: readonly number[]) => Promise<Prepared>
    readonly edit: (tx: Tx, part: readonly number[], prepared: Prepared) => Promise<EditsMade>
  },
): Promise<EditsMade> {
  let soFar = NO_EDITS_YET
  try {
    for (let at = 0; at < pks.length; at += atOnce) {
      const isLast = at + atOnce >= pks.length
      const before = soFar
      const part = pks.slice(at, at + atOnce)
      const prepared = await prepare(part)
      // A retried transaction starts again from the state before it.
      soFar = await write(async tx => {
        const next = await edit(tx, part, prepared)
        return noteEdits(tx, viewer, kind, before, { next, isLast, now: now() })
      })
      await nextTurn()
    }
    return soFar.made
  } catch (error) {
    await write(tx => endCutEdits(tx, soFar, error, now()))
    throw error
  }
}
