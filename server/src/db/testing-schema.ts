import { sql } from 'kysely'
import type { Tx } from './write'

/** The database's description of one of its tables. */
export interface TableFacts {
  readonly name: string
  readonly columns: readonly ColumnFacts[]
  readonly foreignKeys: readonly ForeignKey[]
  /** The columns of each unique index, except partial ones. */
  readonly unique: readonly (readonly string[])[]
}

export interface ColumnFacts {
  readonly name: string
  readonly type: string
  /** Required in an insert. */
  readonly isRequired: boolean
}

export interface ForeignKey {
  readonly column: string
  readonly target: string
  readonly onDelete: string
}

/** All tables of a database, by name. */
export async function readSchema({ query, dialect }: Tx): Promise<readonly TableFacts[]> {
  const of = dialect.kind === 'sqlite' ? SQLITE : POSTGRES
  const columns = await rowsOf<ColumnFacts & Of>(of.columns)
  const foreignKeys = await rowsOf<ForeignKey & Of>(of.foreignKeys)
  const indexed = await rowsOf<{ readonly index: string; readonly column: string } & Of>(of.unique)
  return [...Map.groupBy(columns, ({ of }) => of)].map(([name, own]) => ({
    name,
    columns: own.map(column => ({ ...column, isRequired: Boolean(column.isRequired) })),
    foreignKeys: foreignKeys
      .filter(({ of }) => of === name)
      .map(key => ({ ...key, onDelete: key.onDelete.toLowerCase() }))
      .toSorted((a, b) => (a.column < b.column ? -1 : 1)),
    unique: [
      ...Map.groupBy(
        indexed.filter(({ of }) => of === name),
        ({ index }) => index,
      ).values(),
    ].map(parts => parts.map(({ column }) => column)),
  }))

  async function rowsOf<Row>(text: string): Promise<Row[]> {
    return (await sql.raw<Row>(text).execute(query)).rows
  }
}

interface Of {
  readonly of: string
}

const SQLITE = {
  columns: `select m.name as "of", c.name, lower(c.type) as type,
      c."notnull" and c.dflt_value is null and c.name <> 'pk' as "isRequired"
    from pragma_table_list m join pragma_table_info(m.name) c
    where m.schema = 'main' and m.type = 'table' and m.name not like 'sqlite!_%' escape '!'`,
  foreignKeys: `select m.name as "of", f."from" as "column", f."table" as target, f.on_delete as "onDelete"
    from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  unique: `select m.name as "of", i.name as "index", c.name as "column"
    from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" and not i.partial`,
}

const POSTGRES = {
  columns: `select c.relname as "of", a.attname as name, format_type(a.atttypid, null) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname, a.attnum`,
  foreignKeys: `select k.conrelid::regclass::text as "of", a.attname as "column", k.confrelid::regclass::text as target,
      case k.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as "onDelete"
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
  unique: `select i.indrelid::regclass::text as "of", i.indexrelid::regclass::text as "index", a.attname as "column"
    from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indisunique and i.indpred is null order by i.indexrelid, array_position(i.indkey::int2[], a.attnum)`,
}
