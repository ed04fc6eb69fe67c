import { sql } from 'kysely'
import type { Reader } from '../db'
import type { Happening } from '../db/happening'
import { committedBelow } from '../db/outbox'

/** The events of one transaction. */
export interface OutboxRow {
  /** Its number. Numbers grow, but a small one may appear after a larger one; see `Position`. */
  readonly key: number
  /** The position of a client that has this row: the last row without gaps before it. */
  readonly resumeAt: number
  readonly at: number
  readonly happened: readonly Happening[]
}

/**
 * The position of a reader. On SQLite writers queue, so a number is enough. On PostgreSQL transactions overlap: the
 * position is a snapshot, and new rows are those visible in the next snapshot but not in this one. So late commits are
 * not missed, and a long transaction, even of another program on the same server, does not delay other events.
 */
export interface Position {
  /** The last number without gaps before it. */
  readonly committed: number
  /** pg_snapshot as text; empty on SQLite. */
  readonly snapshot: string
}

interface RawRow {
  readonly pk: number
  readonly happened: string
  readonly created_at: number
}

/** Rows per statement. */
const PAGE = 200

/** The current end of the table: the position, and the largest visible number. */
export async function outboxEnd({
  dialect,
  query,
}: Reader): Promise<{ readonly position: Position; readonly newest: number }> {
  const row = await query
    .selectFrom('events')
    .select(eb => [
      eb.fn.max('pk').as('newest'),
      eb
        .selectFrom('events as before')
        .select(inner => inner.fn.max('before.pk').as('pk'))
        .where('before.pk', '<', committedBelow(dialect))
        .as('committed'),
      (dialect.kind === 'sqlite' ? sql<string>`''` : sql<string>`pg_current_snapshot()::text`).as('snapshot'),
    ])
    .executeTakeFirstOrThrow()
  return { position: { committed: row.committed ?? 0, snapshot: row.snapshot }, newest: row.newest ?? 0 }
}

/** The rows after a position, and the new position. */
export async function outboxAfter(
  reader: Reader,
  position: Position,
): Promise<{ readonly rows: OutboxRow[]; readonly position: Position }> {
  return reader.dialect.kind === 'sqlite' ? afterNumber(reader, position) : afterSnapshot(reader, position)
}

async function afterNumber(reader: Reader, position: Position) {
  const rows: OutboxRow[] = []
  for (let { committed } = position; ; ) {
    const page = await reader.run<RawRow>(AFTER_NUMBER, [committed, PAGE])
    for (const row of page) rows.push(parsed(row, row.pk))
    committed = page.at(-1)?.pk ?? committed
    if (page.length < PAGE) return { rows, position: { committed, snapshot: '' } }
  }
}

const AFTER_NUMBER = 'select pk, happened, created_at from events where pk > ? order by pk limit ?'

async function afterSnapshot(reader: Reader, position: Position) {
  const raw: RawRow[] = []
  // All pages use the snapshot of the first.
  let snapshot: string | null = null
  for (let after = oldestOpen(position.snapshot) - 1; ; ) {
    const page: (RawRow & { snapshot: string })[] = await reader.run(AFTER_SNAPSHOT, [
      position.snapshot,
      snapshot,
      after,
      PAGE,
    ])
    snapshot ??= page[0]?.snapshot ?? null
    raw.push(...page)
    if (page.length < PAGE) break
    after = page.at(-1)?.pk ?? after
  }
  if (snapshot === null) return { rows: [], position }
  let { committed } = position
  const open = oldestOpen(snapshot)
  const rows = raw.map(row => {
    if (row.pk < open) committed = Math.max(committed, row.pk)
    return parsed(row, committed)
  })
  return { rows, position: { committed, snapshot } }
}

const AFTER_SNAPSHOT = `
  select pk, happened, created_at, pg_current_snapshot()::text as snapshot from events
  where pk > $3
    and not pg_visible_in_snapshot(pk::text::xid8, $1::pg_snapshot)
    and pg_visible_in_snapshot(pk::text::xid8, coalesce($2::pg_snapshot, pg_current_snapshot()))
  order by pk limit $4`

/** xmin of a snapshot: every transaction below it has ended. */
function oldestOpen(snapshot: string): number {
  return Number(snapshot.slice(0, snapshot.indexOf(':')))
}

/**
 * The rows after a row, at most `limit`; null if that row is unknown or there are more.
 * Later rows are in the table as long as an earlier one is.
 */
export async function outboxSince(reader: Reader, key: number, limit: number): Promise<OutboxRow[] | null> {
  const raw = await reader.query
    .selectFrom('events')
    .select(['pk', 'happened', 'created_at', committedBelow(reader.dialect).as('open')])
    .where('pk', '>=', key)
    .orderBy('pk')
    .limit(limit + 2)
    .execute()
  const [first, ...rest] = raw
  if (first?.pk !== key || rest.length > limit) return null
  let committed = key
  return rest.map(row => {
    if (row.pk < row.open) committed = row.pk
    return parsed(row, committed)
  })
}

function parsed({ pk, happened, created_at }: RawRow, resumeAt: number): OutboxRow {
  return { key: pk, resumeAt, at: created_at, happened: JSON.parse(happened) as Happening[] }
}
