import { LRUCache } from 'lru-cache'
import { type Viewer, visibilityKey } from './viewer'

/** The data behind a cached value: the catalogue, or also progress. */
export type Channel = 'catalogue' | 'progress'

/**
 * Tells whether data read from a database is still current. A value belongs to a revision if the revision was read
 * first, then `isCommitted` was true, and then the value was read.
 */
export interface Revisions {
  /** Changes whenever the data may have changed; `progress` changes with the catalogue too. */
  revision(channel: Channel): Promise<string> | string
  /** Whether everything that the revision counts is committed and visible. */
  isCommitted(): Promise<boolean> | boolean
}

const SEEN = Symbol('what the viewer sees')

/**
 * Identifies a cached value. Only `shapeFor` creates one, and it takes a viewer: a value cannot be cached without the
 * visibility it was read with, or a person's data without the person.
 */
export interface Shape {
  readonly channel: Channel
  readonly key: string
  readonly [SEEN]: true
}

/**
 * `kind` and `values` identify the cached value. The viewer's visibility and, for `progress`, the user precede them, so
 * that no text of a request can replace them.
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

/** The only cache of data read from the database, with a single byte limit; evicts the least recently used entries. */
export interface Memo {
  /** The result of `load` at the same revision, cached or loaded now. `bytes` is its final size, if it grows later. */
  value<Value>(shape: Shape, load: () => Promise<Value>, bytes?: number): Promise<Value>
  /** Rows by their keys; `read` loads uncached ones; null for a missing one. */
  rows<Row extends Keyed>(shape: Shape, pks: readonly number[], read: ReadRows<Row>): Promise<RowsByKey<Row>>
  /** The same cache for one answer, whose parts all have one revision, read once. */
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

/** Share of the limit that one value, or the rows of one shape, may take. */
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
  /** An entry of the revision; null if missing. */
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
        // Concurrent calls may have added rows, or started the shape again.
        const entry = find(key, revision)
        const rows = (entry?.value as Map<number, Row | null> | undefined) ?? new Map<number, Row | null>()
        let bytes = entry?.bytes ?? 0
        for (const pk of missing) {
          if (!rows.has(pk)) bytes += ENTRY_BYTES + bytesOf(found.get(pk) ?? null)
          rows.set(pk, found.get(pk) ?? null)
        }
        // An entry that has grown is set again, so that its size is updated.
        entries.set(key, { revision, value: rows, bytes })
      }
      return all
    },

    atOneRevision() {
      const asked = new Map<Channel, Promise<string> | string>()
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

/** Estimated memory of a value. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length * (WIDE.test(value) ? 2 : 1)
  if (typeof value !== 'object' || value === null) return VALUE_BYTES
  if (ArrayBuffer.isView(value)) return ENTRY_BYTES + value.byteLength
  let bytes = ENTRY_BYTES
  for (const part of Object.values(value)) bytes += bytesOf(part)
  return bytes
}
