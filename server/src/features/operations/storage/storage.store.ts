import type { StoragePart } from '@octavo/contract/storage'
import { insertRows, type Tx } from '../../../db'
import type { Size } from './storage-parts'

const DAY_MS = 86_400_000

/** One sample a day: a later one replaces that of the same day (UTC). */
export async function putSample(tx: Tx, at: number, sizes: ReadonlyMap<StoragePart, Size>): Promise<void> {
  await tx.query
    .deleteFrom('storage_samples')
    .where('taken_at', '>=', at - (at % DAY_MS))
    .execute()
  const rows = [...sizes].map(([part, { bytes, files }]) => ({ taken_at: at, part, bytes, files }))
  await insertRows(tx, 'storage_samples', rows)
}

export async function deleteSamples(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('storage_samples')
    .where('taken_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
