/** How far around its old place a card is looked for: a page of a list is a hundred. */
const reach = 240

export type Anchor = { readonly key: string; readonly index: number }

/** Where the card of an anchor stands now; null when it is not (or not yet) there. The nearest place goes first. */
export function findAgain(anchor: Anchor, keyAt: (index: number) => string | null, total: number): number | null {
  for (let away = 0; away <= reach; away++) {
    for (const index of away === 0 ? [anchor.index] : [anchor.index + away, anchor.index - away]) {
      if (index >= 0 && index < total && keyAt(index) === anchor.key) return index
    }
  }
  return null
}

/** Keys that have taken the place of others and were never there before: what came while one looked. */
export function newcomers(
  before: ReadonlyMap<number, string>,
  now: ReadonlyMap<number, string>,
  known: ReadonlySet<string>,
): string[] {
  return [...now].flatMap(([index, key]) => {
    const last = before.get(index)
    return last !== undefined && last !== key && !known.has(key) ? [key] : []
  })
}
