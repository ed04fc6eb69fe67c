import type { ExternalSubject } from '@octavo/contract/external-sources'
import { sql } from 'kysely'
import { type JsonType, jsonText, runPrepared, type Tx } from '../../../db'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { newId } from '../../../kernel/ids'
import { columnOf, type ExternalTable } from './external.store'
import { type SaidByFile, saidByFile } from './said-by-file.rules'

export { pageOf, saidOfSeries } from './said-by-file.rules'

/** A book or series, and the external data of its files. */
export interface SaidOf {
  readonly pk: number
  readonly said: SaidByFile
}

interface OfFile {
  readonly bookPk: number
  /** Null: its file has none. */
  readonly metadata: EmbeddedMetadata | null
}

const NOTHING: SaidByFile = { ids: [], links: [], ratings: [] }

/** Stores the external data of book files. */
export function saveExternalOfFiles(tx: Tx, books: readonly OfFile[], now: number): Promise<void> {
  const all = books.map(({ bookPk, metadata }) => ({ pk: bookPk, said: metadata ? saidByFile(metadata) : NOTHING }))
  return saveSaid(tx, 'book', all, now)
}

/**
 * Stores the external data of files. Entries that files no longer have are deleted; those of people and tombstones are
 * other rows and stay. A row keeps its id while a file names the source. One statement finds tables with rows to
 * delete, usually none. One more per table writes, for any number of books.
 */
export async function saveSaid(tx: Tx, kind: ExternalSubject, all: readonly SaidOf[], now: number): Promise<void> {
  if (all.length === 0) return
  const owners = jsonText(all.map(({ pk }) => ({ pk })))
  const given = PARTS.map(([name, table]) => {
    const rows = all.flatMap(({ pk, said }) => said[name].map(row => ({ owner: pk, id: newId(), at: now, ...row })))
    return { table, rows: jsonText(rows), isEmpty: rows.length === 0 }
  })
  const [ids, links, ratings] = given.map(({ rows }) => rows)
  const stale = await runPrepared<{ name: string }, Record<string, unknown>>(
    tx,
    `external.stale-${kind}`,
    { owners, external_ids: ids, external_links: links, external_ratings: ratings },
    p =>
      sql`${sql.join(
        PARTS.map(([, table]) => staleTable(tx, kind, table, p)),
        UNION,
      )}`,
  )
  for (const { table, rows, isEmpty } of given) {
    if (stale.some(({ name }) => name === table)) await removeUnsaid(tx, kind, table, { owners, rows })
    if (!isEmpty) await saveRows(tx, kind, table, rows)
  }
}

const PARTS = [
  ['ids', 'external_ids'],
  ['links', 'external_links'],
  ['ratings', 'external_ratings'],
] as const satisfies readonly (readonly [keyof SaidByFile, ExternalTable])[]

const OWN = { owner: 'bigint', id: 'text', at: 'bigint', source: 'text' } as const
const COLUMNS: Readonly<Record<ExternalTable, Readonly<Record<string, JsonType>>>> = {
  external_ids: { external_id: 'text', external_url: 'text' },
  external_links: { url: 'text', external_id: 'text' },
  external_ratings: { rating: 'double precision', vote_count: 'bigint' },
}
const UNION = sql` union all `

function staleTable(tx: Tx, kind: ExternalSubject, table: ExternalTable, p: Readonly<Record<string, unknown>>) {
  const unsaid = isUnsaid(tx, kind, { owners: p.owners, rows: p[table] })
  return sql`select ${sql.lit(table)} as name where exists (select 1 from ${sql.table(table)} where ${unsaid})`
}

async function removeUnsaid(
  tx: Tx,
  kind: ExternalSubject,
  table: ExternalTable,
  values: { readonly owners: string; readonly rows: string },
): Promise<void> {
  await runPrepared(
    tx,
    `${table}.unsaid-${kind}`,
    values,
    p => sql`delete from ${sql.table(table)} where ${isUnsaid(tx, kind, p)}`,
  )
}

/** Rows from these files that they no longer have. */
function isUnsaid(tx: Tx, kind: ExternalSubject, { owners, rows }: { owners: unknown; rows: unknown }) {
  const owner = sql.ref(columnOf({ kind }))
  const pks = tx.dialect.jsonRows<{ pk: number }>(owners, { pk: 'bigint' })
  const said = tx.dialect.jsonRows<{ owner: number; source: string }>(rows, { owner: 'bigint', source: 'text' })
  return sql`${owner} in (select pk from ${pks} as asked) and origin = 'file'
    and (${owner}, source) not in (select owner, source from ${said} as said)`
}

async function saveRows(tx: Tx, kind: ExternalSubject, table: ExternalTable, rows: string): Promise<void> {
  const owner = sql.ref(columnOf({ kind }))
  const own = Object.keys(COLUMNS[table])
  const types: Readonly<Record<string, JsonType>> = { ...OWN, ...COLUMNS[table] }
  await runPrepared(
    tx,
    `${table}.of-files-${kind}`,
    { rows },
    p => sql`insert into ${sql.table(table)}
          (${owner}, id, source, origin, created_at, updated_at, ${sql.join(own.map(name => sql.ref(name)))})
        select owner, id, source, 'file', at, at, ${sql.join(own.map(name => sql.ref(name)))}
        from ${tx.dialect.jsonRows<Record<string, unknown>>(p.rows, types)} as given where 1 = 1
        on conflict (${owner}, source, origin) where ${owner} is not null do update set
          ${sql.join(own.map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}, updated_at = ${sql.ref('excluded.updated_at')}`,
  )
}
