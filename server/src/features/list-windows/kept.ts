import type { Reader } from '../../db'

type Kept = Parameters<NonNullable<Reader['versions']>['current']>[0]

/** A row of an order: how many are before it, and its key. */
interface Anchor {
  readonly offset: number
  readonly pk: number
}

interface Entry {
  readonly version: string
  total: number | null
  /** Those that have a place in an order of which others have none. */
  known: number | null
  /** By what orders them. */
  readonly anchors: Map<string, Anchor[]>
  /** Keys of first pages, by their order and length. */
  readonly firsts: Map<string, readonly number[]>
}

/** Lists of which something is kept; what was not asked for longest goes first. */
const MOST_LISTS = 500
/** Rows of an order whose place is kept. */
const MOST_ANCHORS = 3000
/** First pages of a list whose keys are kept, and the longest of them. */
const MOST_FIRSTS = 20
const LONGEST_FIRST = 100
/** Rows between a page and the last known place before it that are passed over by the page's own statement. */
const NEAR = 5000
/**
 * Rows that are stepped over at once on the way to a page that lies farther: the place where each such step ends is kept.
 * More of them at once where the page lies deeper, so that there are never many steps.
 */
const STEP = 1000
const MOST_STEPS = 500

/** By database: what stands for it is the same in each copy of its reader. */
const byDatabase = new WeakMap<object, Map<string, Entry>>()

/** A list of which something may be kept for as long as nothing is written that could change it. */
export interface KeptList {
  /** What `count` gives, or gave. */
  total(count: () => Promise<number>): Promise<number>
  /** The same for the rows that have a value in the one order in which the others stand together. */
  known(count: () => Promise<number>): Promise<number>
  /** The keys that `read` brings, or brought, of the first page in an order: what everybody asks for. */
  first(order: string, pageSize: number, read: () => Promise<readonly Keyed[]>): Promise<Keyed[]>
  /**
   * The rows that `read` brings, from the last one before them whose place is known: that row's key is given with how far
   * behind it they begin. Where too few are found so, they are read from the beginning. Their own places are kept, and those
   * of some rows on the way there: it is gone once, whichever pages are asked for then.
   */
  page<Row extends Keyed>(
    order: string,
    window: Place,
    read: (window: Place, anchorPk?: number) => Promise<Row[]>,
  ): Promise<Row[]>
}

interface Keyed {
  readonly pk: number
}

interface Place {
  readonly limit: number
  readonly offset: number
}

/** `key` names the list, with all values that decide which rows it has. */
export async function keptList({ query, versions, dialect }: Reader, of: Kept, key: string): Promise<KeptList | null> {
  if (!versions) return null
  const version = await versions.current(of)
  const lists = byDatabase.get(query) ?? new Map<string, Entry>()
  byDatabase.set(query, lists)
  const known = () => {
    const found = lists.get(key)
    return found?.version === version ? found : null
  }
  const atHand = known()
  // What has not been read yet is of this version only when all of it is there.
  const isSettled = atHand !== null || (await versions.settled())
  // Somebody who asked at once may have been there first.
  const fresh = { version, total: null, known: null, anchors: new Map(), firsts: new Map() }
  const entry: Entry = atHand ?? known() ?? fresh
  if (isSettled) {
    lists.delete(key)
    lists.set(key, entry)
    const [oldest] = lists.keys()
    if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest)
  }
  return {
    async total(count) {
      entry.total ??= await count()
      return entry.total
    },
    async known(count) {
      entry.known ??= await count()
      return entry.known
    },
    async first(order, pageSize, read) {
      const name = `${order} ${pageSize}`
      const known = entry.firsts.get(name) ?? (await read()).map(({ pk }) => pk)
      if (known.length <= LONGEST_FIRST) keepFirst(entry.firsts, name, known)
      return known.map(pk => ({ pk }))
    },
    async page(order, { limit, offset }, read) {
      const anchors = entry.anchors.get(order) ?? []
      entry.anchors.set(order, anchors)
      // Where a statement is a round trip, one long way is better than several short ones.
      const steps = dialect.kind === 'sqlite' ? MOST_STEPS : 0
      const anchor = await stepTo(anchors, offset, steps, read)
      const near = anchor ? await read({ limit, offset: offset - anchor.offset }, anchor.pk) : []
      const rows = near.length === limit ? near : await read({ limit, offset })
      const [first, last] = [rows[0], rows.at(-1)]
      if (first && last) {
        note(anchors, { offset, pk: first.pk })
        note(anchors, { offset: offset + rows.length - 1, pk: last.pk })
      }
      return rows
    },
  }
}

/** What was not asked for longest goes first. */
function keepFirst(firsts: Entry['firsts'], name: string, pks: readonly number[]): void {
  firsts.delete(name)
  firsts.set(name, pks)
  const [oldest] = firsts.keys()
  if (firsts.size > MOST_FIRSTS && oldest !== undefined) firsts.delete(oldest)
}

/**
 * The last known place before a row, after so many steps at most that lead there from the one that was known before. Where
 * a row without a value stands in the way, no step leads on.
 */
async function stepTo(
  anchors: Anchor[],
  offset: number,
  most: number,
  read: (window: Place, anchorPk?: number) => Promise<readonly Keyed[]>,
) {
  let anchor = nearest(anchors, offset)
  if (offset - (anchor?.offset ?? 0) <= NEAR) return anchor
  const step = Math.max(STEP, Math.ceil(offset / most))
  while (most > 0 && offset - (anchor?.offset ?? 0) > step && anchors.length < MOST_ANCHORS) {
    const [row] = await read({ limit: 1, offset: step }, anchor?.pk)
    if (!row) break
    anchor = { offset: (anchor?.offset ?? 0) + step, pk: row.pk }
    note(anchors, anchor)
  }
  return anchor
}

/** Anchors stay in the order of their rows. The first row of all needs none. */
function note(anchors: Anchor[], anchor: Anchor): void {
  if (anchors.length >= MOST_ANCHORS || anchor.offset === 0) return
  const before = countUpTo(anchors, anchor.offset)
  if (anchors[before - 1]?.offset !== anchor.offset) anchors.splice(before, 0, anchor)
}

function nearest(anchors: readonly Anchor[], offset: number): Anchor | null {
  return anchors[countUpTo(anchors, offset) - 1] ?? null
}

/** How many anchors stand at a row or before it. */
function countUpTo(anchors: readonly Anchor[], offset: number): number {
  let [from, to] = [0, anchors.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((anchors[middle]?.offset ?? 0) <= offset) from = middle + 1
    else to = middle
  }
  return from
}
