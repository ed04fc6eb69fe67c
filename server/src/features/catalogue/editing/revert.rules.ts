import type { Changes } from '../edit-history'
import { isSame, valueAt } from './edited-value.rules'

/** What takes an edit back. */
export interface Revert {
  /** Values as they were, of fields whose lock stays or comes back. */
  readonly restores: Readonly<Record<string, unknown>>
  /** Locks to set and to lift, by their names. */
  readonly locks: Readonly<Record<string, boolean>>
  readonly reverted: readonly string[]
  /** Fields with another value since. */
  readonly skipped: readonly string[]
}

/**
 * Takes an edit back, or of it one field. A field that the edit locked is the file's again: its lock is lifted, and without a
 * record of the file it has its former value. Fields that have another value since stay as they are.
 */
export function revertOf(
  { fields, locked, unlocked }: Changes,
  {
    values,
    field: only,
    lockOf,
    isLocked,
    isOfFile,
  }: {
    readonly values: object
    readonly field?: string | undefined
    readonly lockOf: (field: string) => string | undefined
    /** Whether a lock is set now. */
    readonly isLocked: (lock: string) => boolean
    /** Whether it is known what the file says of a field. */
    readonly isOfFile: (field: string) => boolean
  },
): Revert {
  const restores: Record<string, unknown> = {}
  const locks: Record<string, boolean> = {}
  const reverted: string[] = []
  const skipped: string[] = []
  const chosen = fields.filter(({ field }) => only === undefined || field === only)
  for (const { field, before, after } of chosen) {
    const now = valueAt(values, field)
    if (!isSame(now ?? null, after ?? null)) {
      skipped.push(field)
      continue
    }
    reverted.push(field)
    const lock = lockOf(field)
    if (lock && locked.includes(lock)) locks[lock] = false
    const wasLocked = lock !== undefined && !locked.includes(lock) && (unlocked.includes(lock) || isLocked(lock))
    if (!wasLocked && isOfFile(field)) continue
    restores[field] = before ?? null
    if (!lock || locked.includes(lock)) continue
    // Giving a value locks it: what was not locked is not locked again.
    if (unlocked.includes(lock)) locks[lock] = true
    else if (!isLocked(lock)) locks[lock] = false
  }
  const covered = new Set(fields.flatMap(({ field }) => lockOf(field) ?? []))
  if (only === undefined) {
    for (const lock of locked) if (!covered.has(lock)) locks[lock] = false
    for (const lock of unlocked) if (!covered.has(lock)) locks[lock] = true
  }
  return { restores, locks, reverted, skipped }
}
