import type { Tx } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { bookStore } from '../books'
import { booksByRules, type NamingDeps } from './names-by-rules'

/** Names books by the rules of their libraries, after other files of their folders have changed. */
export async function nameAgain(
  deps: NamingDeps & { readonly now: Clock },
  write: (act: (tx: Tx) => Promise<void>) => Promise<void>,
  pks: readonly number[],
): Promise<void> {
  if (pks.length === 0) return
  const named = await booksByRules(deps, pks, { title: null })
  await write(tx => bookStore.renameBooks(tx, [...named.values()], deps.now()))
}
