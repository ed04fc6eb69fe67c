import { sql } from 'kysely'
import type { Tx } from '../../../db'
import { bookLockBit } from '../../../kernel/field-locks'
import { mainColorOf } from '../../../kernel/main-color'

/** Stores the cover that a person chose for a book, and whether it is locked. */
export interface CoverChoice {
  readonly shown: { readonly version: string | null; readonly thumbHash: string | null } | undefined
  readonly isLocked: boolean
}

export async function setCoverChoice(tx: Tx, pk: number, { shown, isLocked }: CoverChoice, now: number): Promise<void> {
  const bit = sql.lit(bookLockBit('cover'))
  await tx.query
    .updateTable('books')
    .set({
      ...(shown && {
        cover_version: shown.version,
        thumb_hash: shown.thumbHash,
        main_color: mainColorOf(shown.thumbHash),
      }),
      locks: isLocked ? sql<number>`locks | ${bit}` : sql<number>`locks & ~${bit}`,
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
}
