/** A row of a list, and its position. */
export interface Placed {
  readonly id: string
  readonly pk: number
  readonly position: number
}

/**
 * New positions of members: the named ones exchange their positions in the given order, the rest stay. Returns the
 * index of the first id that is not a member or occurs twice.
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
