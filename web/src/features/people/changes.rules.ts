import type { Mode } from './people.queries'

/** Grants to set, and with null those to remove. */
export function grantChanges(
  before: ReadonlyMap<string, Mode>,
  after: ReadonlyMap<string, Mode>,
): Map<string, Mode | null> {
  const changes = new Map<string, Mode | null>()
  for (const [id, mode] of after) if (before.get(id) !== mode) changes.set(id, mode)
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, null)
  return changes
}
