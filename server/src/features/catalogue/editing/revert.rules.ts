import type { Changes } from '../edit-history'
import { isSame, valueAt } from './edited-value.rules'

/** The changes that revert an edit. */
export interface Revert {
  /** Former values of fields whose lock stays or is restored. */
  readonly restores: Readonly<Record<string, unknown>>
  /** Locks to set and to remove, by name. */
  readonly locks: Readonly<Record<string, boolean>>
  readonly reverted: readonly string[]
  /** Fields changed since. */
  readonly skipped: readonly string[]
}

/**
 * Reverts an edit, or one field of it. If the edit locked a field, it is unlocked and reset to the file's value;
 * without a record of the file it gets its former value. Fields changed since stay as they are.
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
    /** Whether a lock is currently set. */
    readonly isLocked: (lock: string) => boolean
    /** Whether the file's value of a field is known. */
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
    // Setting a value locks it: fields that were unlocked are set without a lock.
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
