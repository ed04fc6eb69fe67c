import type { Tx } from './write'

/** Chunks of a list, so that a statement with one value per member stays within its limit. */
export function* partsOf<T>(tx: Pick<Tx, 'dialect'>, items: readonly T[]): Generator<readonly T[]> {
  const size = tx.dialect.maxParameters
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
