/** A row of a list, and where it is. */
export interface Placed {
  readonly id: string
  readonly pk: number
  readonly position: number
}

/**
 * The places of members in another order: those that are named take each other's places, the rest stay where they are.
 * Answers the index of the first id that is no member or comes twice.
 */
export function reordered<Row extends Placed>(
  members: readonly Row[],
  ids: readonly string[],
): { readonly places: readonly { pk: number; position: number }[] } | { readonly stranger: number } {
  const byId = new Map(members.map(member => [member.id, member]))
  const named = new Set<string>()
  for (const [at, id] of ids.entries()) {
    if (!byId.has(id) || named.has(id)) return { stranger: at }
    named.add(id)
  }
  const slots = members.filter(({ id }) => named.has(id)).map(({ position }) => position)
  const places = ids.flatMap((id, at) => {
    const member = byId.get(id)
    const position = slots[at]
    return member && position !== undefined && position !== member.position ? [{ pk: member.pk, position }] : []
  })
  return { places }
}
