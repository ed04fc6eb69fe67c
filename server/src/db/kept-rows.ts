import type { Reader } from './reader'
import type { Kept } from './versions'

/** Rows that are kept by their keys, as long as nothing is written that could change them. */
export interface KeptKind {
  /** What the rows depend on. */
  readonly of: Kept
  /** Tells kinds apart; with the user in it where the rows are a user's own. */
  readonly name: string
  /** Whether a row that is not there is kept as such. Not where the viewer decides which rows are there. */
  readonly keepsAbsent: boolean
}

interface Entry<Row> {
  readonly version: string
  readonly rows: Map<number, Row | null>
}

interface Kinds {
  readonly entries: Map<string, Entry<never>>
  /** Characters of all of them, about. */
  weight: number
}

/** Characters of a database that are kept at most; then it begins anew. */
const MOST_CHARACTERS = 12 * 1024 * 1024
/** Characters that an entry takes by itself, and each value in it, about. */
const ENTRY = 64
const VALUE = 16

/** By database: what stands for it is the same in each copy of its reader. */
const byDatabase = new WeakMap<object, Kinds>()

/** Whether rows of lists are kept: on PostgreSQL a look at the version is a question, but a much smaller one. */
export function keepsRows({ versions }: Reader): boolean {
  return versions !== undefined
}

/** Whether single rows are kept, too: only where a look at the version is no question of its own. */
export function keepsSingleRows({ dialect, versions }: Reader): boolean {
  return versions !== undefined && dialect.kind === 'sqlite'
}

/** Rows of a kind by their keys; `read` brings those that are not known. What is not there is absent or null. */
export async function rowsByKey<Row extends { readonly pk: number }>(
  reader: Reader,
  kind: KeptKind,
  pks: readonly number[],
  read: (missing: readonly number[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<number, Row | null>> {
  const { versions, query } = reader
  if (!versions || !keepsRows(reader)) return new Map((await read(pks)).map(row => [row.pk, row]))
  const version = await versions.current(kind.of)
  const kinds = kindsOf(query)
  const entry = entryOf<Row>(kinds, kind.name, version)
  const missing = pks.filter(pk => !entry.rows.has(pk))
  if (missing.length === 0) return entry.rows
  // What has not been read yet is of this version only when all of it is there.
  const isSettled = await versions.settled()
  const found = new Map((await read(missing)).map(row => [row.pk, row]))
  const all = new Map<number, Row | null>()
  for (const pk of pks) all.set(pk, found.get(pk) ?? entry.rows.get(pk) ?? null)
  // What was written meanwhile has made another version, under which none of these is looked for.
  if (isSettled) {
    for (const pk of missing) keep(kinds, entry, kind, pk, found.get(pk) ?? null)
    if (kinds.weight > MOST_CHARACTERS) {
      kinds.entries.clear()
      kinds.weight = 0
    }
  }
  return all
}

function keep<Row extends object>(
  kinds: Kinds,
  { rows }: Entry<Row>,
  { keepsAbsent }: KeptKind,
  pk: number,
  row: Row | null,
): void {
  if (rows.has(pk) || (row === null && !keepsAbsent)) return
  rows.set(pk, row)
  kinds.weight += ENTRY
  for (const value of Object.values(row ?? {})) kinds.weight += VALUE + (typeof value === 'string' ? value.length : 0)
}

function kindsOf(database: object): Kinds {
  const found = byDatabase.get(database)
  if (found) return found
  const kinds: Kinds = { entries: new Map(), weight: 0 }
  byDatabase.set(database, kinds)
  return kinds
}

/** What was kept of an older version is let go; its weight counts until all begins anew. */
function entryOf<Row>(kinds: Kinds, name: string, version: string): Entry<Row> {
  const found = kinds.entries.get(name) as Entry<Row> | undefined
  if (found?.version === version) return found
  const entry: Entry<Row> = { version, rows: new Map() }
  kinds.entries.set(name, entry as Entry<never>)
  return entry
}
