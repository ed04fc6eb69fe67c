import { LRUCache } from 'lru-cache'
import { type Viewer, visibilityKey } from './viewer'

/** What a cached value is made of: the catalogue, or also what people have read of it. */
export type Channel = 'catalogue' | 'progress'

/**
 * How a database says whether what was read of it is still true. A value belongs to a revision when the revision was
 * asked for first, then `isCommitted` said yes, and then the value was read.
 */
export interface Revisions {
  /** Changes whenever the data may have changed; `progress` changes with the catalogue too. */
  revision(channel: Channel): Promise<string>
  /** Whether everything that the revision counts is committed and can be read. */
  isCommitted(): Promise<boolean>
}

const SEEN = Symbol('what the viewer sees')

/**
 * Names a cached value. Only `shapeFor` makes one, and it takes a viewer: a value cannot be cached without the visibility
 * it was read with, nor a person's own data without the person.
 */
export interface Shape {
  readonly channel: Channel
  readonly key: string
  readonly [SEEN]: true
}

/**
 * `kind` and `values` say what is cached; what the viewer sees, and on `progress` the user, stand before them, where no text
 * of a request can take their place.
 */
export function shapeFor(
  viewer: Pick<Viewer, 'visibility' | 'userPk'>,
  channel: Channel,
  kind: string,
  ...values: readonly unknown[]
): Shape {
  const user = channel === 'progress' ? viewer.userPk : ''
  const rest = values.length === 0 ? kind : `${kind}|${JSON.stringify(values)}`
  return { channel, key: `${visibilityKey(viewer)}|${user}|${rest}`, [SEEN]: true }
}

/** The one cache of data read from the database, with one budget of bytes; what was not used longest is evicted first. */
export interface Memo {
  /** What `load` gave at the same revision, or gives now. `bytes` is what it will take, where it grows later. */
  value<Value>(shape: Shape, load: () => Promise<Value>, bytes?: number): Promise<Value>
  /** Rows by their keys, of which `read` brings those that are not cached; null for one that does not exist. */
  rows<Row extends Keyed>(shape: Shape, pks: readonly number[], read: ReadRows<Row>): Promise<RowsByKey<Row>>
  /** The same cache for one answer, whose parts all belong to one revision: it is asked for once. */
  atOneRevision(): Memo
}

export interface Keyed {
  readonly pk: number
}
export type RowsByKey<Row> = ReadonlyMap<number, Row | null>
export type ReadRows<Row> = (missing: readonly number[]) => Promise<readonly Row[]>

interface Entry {
  readonly revision: string
  readonly value: unknown
  readonly bytes: number
}

/** One value, or the rows of one shape, may take so large a part of the budget. */
const LARGEST_PART = 1 / 2

/** `budget` is in bytes, by estimate. */
export function createMemo(budget: number, revisions: Revisions): Memo {
  const entries = new LRUCache<string, Entry>({
    maxSize: budget,
    maxEntrySize: Math.floor(budget * LARGEST_PART),
    sizeCalculation: ({ bytes }, key) => bytes + bytesOf(key) + ENTRY_BYTES,
  })
  return memoOver(entries, revisions)
}

function memoOver(entries: LRUCache<string, Entry>, revisions: Revisions): Memo {
  /** An entry of the revision; null for none. */
  const find = (key: string, revision: string) => {
    const entry = entries.get(key)
    return entry?.revision === revision ? entry : null
  }
  return {
    async value<Value>({ channel, key }: Shape, load: () => Promise<Value>, bytes?: number) {
      const revision = await revisions.revision(channel)
      const entry = find(key, revision)
      if (entry) return entry.value as Value
      const isCommitted = await revisions.isCommitted()
      const value = await load()
      if (isCommitted) entries.set(key, { revision, value, bytes: bytes ?? bytesOf(value) })
      return value
    },

    async rows<Row extends Keyed>({ channel, key }: Shape, pks: readonly number[], read: ReadRows<Row>) {
      const revision = await revisions.revision(channel)
      const cached = (find(key, revision)?.value as Map<number, Row | null> | undefined) ?? null
      const missing = cached ? pks.filter(pk => !cached.has(pk)) : pks
      if (cached && missing.length === 0) return cached
      const isCommitted = await revisions.isCommitted()
      const found = new Map((await read(missing)).map(row => [row.pk, row]))
      const all = new Map(pks.map(pk => [pk, found.get(pk) ?? cached?.get(pk) ?? null]))
      if (isCommitted) {
        // Others may have added rows, or begun the shape again, since.
        const entry = find(key, revision)
        const rows = (entry?.value as Map<number, Row | null> | undefined) ?? new Map<number, Row | null>()
        let bytes = entry?.bytes ?? 0
        for (const pk of missing) {
          if (!rows.has(pk)) bytes += ENTRY_BYTES + bytesOf(found.get(pk) ?? null)
          rows.set(pk, found.get(pk) ?? null)
        }
        // An entry that has grown is set as another one, so that it is weighed again.
        entries.set(key, { revision, value: rows, bytes })
      }
      return all
    },

    atOneRevision() {
      const asked = new Map<Channel, Promise<string>>()
      return memoOver(entries, {
        revision(channel) {
          const revision = asked.get(channel) ?? revisions.revision(channel)
          asked.set(channel, revision)
          return revision
        },
        isCommitted: revisions.isCommitted,
      })
    },
  }
}

const ENTRY_BYTES = 64
const VALUE_BYTES = 16
/** A text with one such character takes two bytes for each. */
const WIDE = /[\u0100-\uffff]/

/** About what a value takes in memory. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length * (WIDE.test(value) ? 2 : 1)
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  if (ArrayBuffer.isView(value)) return ENTRY_BYTES + value.byteLength
  let bytes = ENTRY_BYTES
  for (const part of Object.values(value)) bytes += bytesOf(part)
  return bytes
}
