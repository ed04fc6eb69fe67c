import type { Mode } from './people.queries'

/**
 * The parts of a form that somebody has changed. What they left alone is not sent: another administrator may have
 * changed it meanwhile.
 */
export function changedOnly<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed = (Object.keys(after) as (keyof Values)[]).filter(
    name => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed.map(name => [name, after[name]])) as Partial<Values>
}

/** Of grants: what is to be set, and with null what is to be taken back. */
export function grantChanges(
  before: ReadonlyMap<string, Mode>,
  after: ReadonlyMap<string, Mode>,
): Map<string, Mode | null> {
  const changes = new Map<string, Mode | null>()
  for (const [id, mode] of after) if (before.get(id) !== mode) changes.set(id, mode)
  for (const id of before.keys()) if (!after.has(id)) changes.set(id, null)
  return changes
}
