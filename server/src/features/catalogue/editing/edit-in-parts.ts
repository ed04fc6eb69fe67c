import type { Connection, Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { type Edited, type EditsMade, endCutEdits, NO_EDITS_YET, noteEdits } from './record-edits'

/** Edits many books or series, some in each transaction, so that others write in between; the log has one entry. */
export async function editInParts(
  { write, now }: Pick<Connection, 'write'> & { readonly now: Clock },
  viewer: Viewer,
  kind: Edited,
  {
    pks,
    atOnce,
    edit,
  }: {
    readonly pks: readonly number[]
    readonly atOnce: number
    readonly edit: (tx: Tx, part: readonly number[]) => Promise<EditsMade>
  },
): Promise<void> {
  let soFar = NO_EDITS_YET
  try {
    for (let at = 0; at < pks.length; at += atOnce) {
      const isLast = at + atOnce >= pks.length
      const before = soFar
      // A transaction may run twice: it continues from the state before it.
      soFar = await write(async tx => {
        const next = await edit(tx, pks.slice(at, at + atOnce))
        return noteEdits(tx, viewer, kind, before, { next, isLast, now: now() })
      })
    }
  } catch (error) {
    await write(tx => endCutEdits(tx, soFar, error, now()))
    throw error
  }
}
