import type { Mode } from './people.queries'

/** The changed parts of a form. Others are not sent: another administrator may have changed them meanwhile. */
export function changedOnly<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changed = (Object.keys(after) as (keyof Values)[]).filter(
    name => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed.map(name => [name, after[name]])) as Partial<Values>
}

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
