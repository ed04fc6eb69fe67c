import { type Kysely, sql } from 'kysely'
import type { Connection } from './connection'
import { DatabaseFault } from './faults'
import { MIGRATIONS } from './migrations'
import { addStaleTriggers } from './stale-triggers'
import { COPY_TABLE } from './transfer/rows'

/** Any number, the same for every Octavo on one PostgreSQL: one process migrates, the others wait. */
const ADVISORY_LOCK = 8_205_714
/**
 * Lock timeout of a step on PostgreSQL, since other queries queue behind a waiting lock. After it, the step releases
 * its place and retries. It starts far below a second (`deadlock_timeout`), so that in a deadlock the migration loses;
 * it grows with each retry, so that it succeeds on busy tables as well.
 */
const TABLE_WAIT_MS = { first: 100, most: 2_000, growth: 1.5 }
const PASS_MS = 300
const PATIENCE_MS = 600_000
const LOCK_TIMEOUT = '55P03'

interface AppliedStep {
  readonly name: string
  readonly compatible_from: string | null
}

/**
 * Brings the schema up to date and returns the names of the steps that ran. All steps run in one transaction: a failing
 * one leaves the schema unchanged.
 * @throws when a newer version of Octavo has made the database incompatible with this one
 */
export async function migrate(connection: Connection): Promise<string[]> {
  return migratePatiently(connection, { copying: false })
}

/** Brings an empty schema to these steps only: those of an older version of Octavo whose rows are copied into it. */
export async function migrateTo(connection: Connection, steps: readonly string[]): Promise<string[]> {
  return migratePatiently(connection, { copying: false, steps })
}

/** The same for a copy that continues an interrupted one. */
export async function migrateUnfinished(connection: Connection): Promise<string[]> {
  return migratePatiently(connection, { copying: true })
}

interface Extent {
  /** Whether an unfinished copy is continued. */
  readonly copying: boolean
  /** Only these; by default all. */
  readonly steps?: readonly string[]
}

async function migratePatiently(connection: Connection, extent: Extent): Promise<string[]> {
  const until = performance.now() + PATIENCE_MS
  const { first, most, growth } = TABLE_WAIT_MS
  for (let waitMs = first; ; waitMs = Math.min(most, waitMs * growth)) {
    try {
      return await migrateOnce(connection, waitMs, extent)
    } catch (error) {
      // Concurrent transactions may take locks in another order; the database then rolls one of them back.
      const isInTheWay = error instanceof DatabaseFault && (error.kind === 'conflict' || error.code === LOCK_TIMEOUT)
      if (!isInTheWay || performance.now() > until) throw error
    }
    await Bun.sleep(PASS_MS * (0.5 + Math.random()))
  }
}

async function migrateOnce(connection: Connection, waitMs: number, { copying, steps }: Extent): Promise<string[]> {
  const { dialect } = connection.reader
  return connection.migrations.transaction().execute(async db => {
    if (dialect.kind === 'postgres') {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(db)
      await sql.raw(`set local lock_timeout = ${Math.round(waitMs)}`).execute(db)
    }
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at bigint not null, compatible_from text)`.execute(db)
    const { rows } = await sql<AppliedStep>`select * from schema_migrations`.execute(db)
    // Databases from before the first release lack this column.
    if (rows.some(row => !('compatible_from' in row))) {
      await sql`alter table schema_migrations add column compatible_from text`.execute(db)
    }
    refuseTooNew(rows)
    if (rows.length > 0) await refuseUnreleased(db, dialect.kind)
    if (!copying) await refuseUnfinished(db, dialect.kind)
    const applied = new Set(rows.map(row => row.name))
    const missing = MIGRATIONS.filter(({ name }) => !applied.has(name) && (steps?.includes(name) ?? true))
    for (const { name, compatibleFrom, up } of missing) {
      await up(db, dialect)
      await sql`insert into schema_migrations (name, applied_at, compatible_from)
        values (${name}, ${Date.now()}, ${compatibleFrom})`.execute(db)
    }
    // Only the newer version of Octavo knows its own tables.
    if (dialect.kind === 'postgres' && unknownSteps(rows).length === 0) await addStaleTriggers(db)
    return missing.map(migration => migration.name)
  })
}

/** How the schema relates to this version, by names of steps. */
export interface SchemaState {
  /** Steps that the database lacks. */
  readonly missing: readonly string[]
  /** Steps of a newer version of Octavo that are compatible with this version. */
  readonly newer: readonly string[]
  /** Steps of a newer version of Octavo that are incompatible with this version. */
  readonly tooNew: readonly string[]
}

export async function schemaState(connection: Connection): Promise<SchemaState> {
  const rows = await connection.reader.run<AppliedStep>('select name, compatible_from from schema_migrations', [])
  const applied = new Set(rows.map(row => row.name))
  const unknown = unknownSteps(rows)
  return {
    missing: MIGRATIONS.map(({ name }) => name).filter(name => !applied.has(name)),
    newer: unknown.filter(isCompatible).map(({ name }) => name),
    tooNew: unknown.filter(step => !isCompatible(step)).map(({ name }) => name),
  }
}

function unknownSteps(rows: readonly AppliedStep[]): readonly AppliedStep[] {
  const known = new Set(MIGRATIONS.map(migration => migration.name))
  return rows.filter(({ name }) => !known.has(name))
}

/** Names start with the step's number, so they sort in order. */
function isCompatible({ compatible_from }: AppliedStep): boolean {
  const newest = MIGRATIONS.at(-1)?.name ?? ''
  return typeof compatible_from === 'string' && compatible_from <= newest
}

function refuseTooNew(rows: readonly AppliedStep[]): void {
  const tooNew = unknownSteps(rows).filter(step => !isCompatible(step))
  if (tooNew.length > 0) {
    const names = tooNew.map(({ name }) => name).join(', ')
    throw new Error(
      `The database was migrated by a newer version of Octavo (${names}) that this version is not compatible with. Start that version, or restore a backup.`,
    )
  }
}

/**
 * Detects databases from before the first release, when steps were still edited: they have no library folders.
 * @throws for such a database
 */
async function refuseUnreleased(db: Kysely<never>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const { rows } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = 'library_folders'`.execute(db)
      : await sql`select 1 where to_regclass('library_folders') is not null`.execute(db)
  if (rows.length > 0) return
  throw new Error(
    'The database is from before the first release of Octavo and cannot be migrated. ' +
      'Start with an empty data folder or database and scan again; files of libraries are not affected.',
  )
}

/** @throws when a copy into this database was interrupted */
async function refuseUnfinished(db: Kysely<never>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const { rows } =
    kind === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = ${COPY_TABLE}`.execute(db)
      : await sql`select 1 where to_regclass(${COPY_TABLE}) is not null`.execute(db)
  if (rows.length === 0) return
  throw new Error(
    'The database contains an unfinished copy. Run the same `octavo copy`, `octavo restore` or `octavo import` again to finish it, or empty the database.',
  )
}
