/** How far around its old index a card is searched: a page of a list is a hundred. */
const reach = 240

export type Anchor = { readonly key: string; readonly index: number }

/** The new index of the anchor's card; null if it is not (or not yet) there. The nearest one wins. */
export function findAgain(anchor: Anchor, keyAt: (index: number) => string | null, total: number): number | null {
  for (let away = 0; away <= reach; away++) {
    for (const index of away === 0 ? [anchor.index] : [anchor.index + away, anchor.index - away]) {
      if (index >= 0 && index < total && keyAt(index) === anchor.key) return index
    }
  }
  return null
}

/** New keys that have replaced others: added while the list was visible. */
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
