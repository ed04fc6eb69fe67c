import type { Keyed, ReadRows, RowsByKey, Shape } from '../kernel/memo'
import type { Reader } from './reader'

/** The cached value of a shape, or the result of `load`; always the latter where caching is not allowed. */
export function cachedValue<Value>(
  { memo }: Reader,
  shape: Shape,
  load: () => Promise<Value>,
  bytes?: number,
): Promise<Value> {
  return memo ? memo.value(shape, load, bytes) : load()
}

/** Rows by their keys, cached where allowed; a missing row is null or left out. */
export async function cachedRows<Row extends Keyed>(
  { memo }: Reader,
  shape: Shape,
  pks: readonly number[],
  read: ReadRows<Row>,
): Promise<RowsByKey<Row>> {
  return memo ? memo.rows(shape, pks, read) : new Map((await read(pks)).map(row => [row.pk, row]))
}

/** The same reader for one answer, so that all cached parts have the same revision. */
export function atOneRevision(reader: Reader): Reader {
  return reader.memo ? { ...reader, memo: reader.memo.atOneRevision() } : reader
}

/** The same reader for callers that read each row once: it neither checks the cache nor fills it. */
export function withoutCache({ memo: _, ...reader }: Reader): Reader {
  return reader
}
