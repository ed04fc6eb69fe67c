import { STORAGE_PARTS, StoragePart } from '@octavo/contract/storage'
import type { Reader } from '../../../db'

export interface Sample {
  readonly at: number
  readonly part: StoragePart
  readonly bytes: number
  readonly files: number
}

/** Days that the growth goes back. */
const DAYS = 366

/** Samples, the oldest first. */
export async function samples(reader: Reader): Promise<readonly Sample[]> {
  const rows = await reader.query
    .selectFrom('storage_samples')
    .selectAll()
    .orderBy('taken_at', 'desc')
    .limit(DAYS * STORAGE_PARTS.length)
    .execute()
  return rows.reverse().flatMap(({ taken_at, part, bytes, files }) => {
    const known = StoragePart.safeParse(part)
    return known.success ? [{ at: Number(taken_at), part: known.data, bytes: Number(bytes), files: Number(files) }] : []
  })
}

export async function lastSampleAt(reader: Reader): Promise<number | null> {
  const row = await reader.query
    .selectFrom('storage_samples')
    .select('taken_at')
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.taken_at) : null
}
