import type { StorageSampleDto } from '../../api/types'

/** What all parts take together, sample by sample. */
export function totals(growth: readonly StorageSampleDto[]): { at: string; bytes: number }[] {
  return growth.map(({ at, bytes }) => ({ at, bytes: Object.values(bytes).reduce((all, part) => all + part, 0) }))
}

const WEEK_MS = 7 * 86_400_000

/** Bytes more than about a week before the latest sample; null without a sample that old. */
export function grownInWeek(growth: readonly StorageSampleDto[]): number | null {
  const all = totals(growth)
  const last = all.at(-1)
  if (!last) return null
  const before = all.findLast(({ at }) => new Date(last.at).getTime() - new Date(at).getTime() >= WEEK_MS)
  return before ? last.bytes - before.bytes : null
}
