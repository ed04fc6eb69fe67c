import {
  type ArrangedRow,
  addToList,
  arrangedRows,
  removeFromList,
  reorderList,
  setSection,
} from './curated-lists.queries'
import type { CuratedList, ListKind } from './list-kind'

type Rows = readonly ArrangedRow[]

/**
 * Saves removals, sections and the order of a list. What others have added or removed since stays so. Returns what
 * undoes it; null if an entry without a book was removed, which cannot be added again.
 */
export async function saveArrangement(
  kind: ListKind,
  list: CuratedList,
  before: Rows,
  after: Rows,
): Promise<(() => Promise<void>) | null> {
  const now = await arrange(kind, list, before, after)
  const removed = without(before, after)
  if (removed.some(({ isMissing }) => isMissing)) return null
  // What others had removed by then is not added again.
  const present = new Set(idsOf(now))
  const restored = before.filter(({ id }) => present.has(id))
  return () => arrange(kind, list, after, restored).then(() => undefined)
}

/** Takes a list from one state to another; returns the rows that were in it. */
async function arrange(kind: ListKind, list: CuratedList, from: Rows, to: Rows): Promise<Rows> {
  const { rows: now } = await arrangedRows(kind, list)
  const present = new Set(now.map(({ id }) => id))
  const removed = without(from, to).filter(({ id }) => present.has(id))
  const added = without(to, from).filter(({ id }) => !present.has(id))
  if (removed.length > 0) await removeFromList(kind, list.id, idsOf(removed))
  if (added.length > 0) await addToList(kind, list.id, idsOf(added))
  const ids = new Set([...present, ...idsOf(added)])
  const order = to.filter(({ id }) => ids.has(id))
  const sections = new Map(from.map(row => [row.id, row.section]))
  for (const { id, section } of order) {
    const title = section?.trim() || null
    if (title !== (sections.get(id) ?? null)) await setSection(list.id, id, title)
  }
  const stayed = from.filter(row => order.some(({ id }) => id === row.id))
  if (order.some(({ id }, at) => stayed[at]?.id !== id)) await reorderList(kind, list.id, idsOf(order))
  return now
}

const idsOf = (rows: Rows) => rows.map(({ id }) => id)

function without(rows: Rows, others: Rows): Rows {
  const ids = new Set(idsOf(others))
  return rows.filter(({ id }) => !ids.has(id))
}
