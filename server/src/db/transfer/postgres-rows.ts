import pg from 'pg'
import { parseInt8 } from '../postgres-numbers'
import type { Cell, Row, RowSource, RowTarget } from './rows'
import { COPY_TABLE, copiedTables, FIRST_FETCH, nextFetch, quoted, TableSum } from './rows'

const INT8 = 20

interface ForeignKey {
  readonly of: string
  readonly name: string
  readonly definition: string
  readonly to: string
}

const FOREIGN_KEYS = `select k.conrelid::regclass::text as "of", k.conname as name, pg_get_constraintdef(k.oid) as definition,
    k.confrelid::regclass::text as "to"
  from pg_constraint k where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`

/** The tables of a PostgreSQL in one snapshot, while others write. */
export async function postgresSource(url: string): Promise<RowSource> {
  const client = await connected(url)
  await client.query('begin isolation level repeatable read read only')
  return { ...reading(client), kind: 'postgres', close: () => client.end() }
}

/** A migrated PostgreSQL that no server uses. */
export async function postgresTarget(url: string): Promise<RowTarget> {
  const client = await connected(url)
  // Its synchronous commit also flushes all earlier ones.
  await client.query('set synchronous_commit = off')
  const read = reading(client)

  return {
    ...read,
    kind: 'postgres',
    async filled() {
      const found: string[] = []
      for (const table of copiedTables()) {
        const { rows } = await client.query(`select 1 from ${quoted(table)} limit 1`)
        if (rows.length > 0) found.push(table)
      }
      return found
    },
    async references() {
      const keys = await allKeys()
      return new Map([...Map.groupBy(keys, key => key.of)].map(([from, to]) => [from, to.map(key => key.to)]))
    },
    async notes() {
      const { rows: there } = await client.query(`select to_regclass($1) as found`, [COPY_TABLE])
      if (there[0]?.found === null) return null
      const { rows } = await client.query<{ name: string; value: string }>(`select name, value from ${COPY_TABLE}`)
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
    begin: source =>
      transaction(async () => {
        await client.query(`create table if not exists ${COPY_TABLE} (name text primary key, value text not null)`)
        await note('source', source)
        const keys = await foreignKeys()
        if (keys.length === 0) return
        // Rows may refer to rows copied later.
        await note('foreign keys', JSON.stringify(keys))
        for (const { of, name } of keys) await client.query(`alter table ${of} drop constraint ${quoted(name)}`)
      }),
    replace: (table, columns, rows, noteOf, check) =>
      transaction(async () => {
        const types = new Map((await read.facts(table)).map(({ name, type }) => [name, type]))
        const arrays = columns.map((name, place) => `$${place + 1}::${types.get(name)}[]`)
        const insert = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) select * from unnest(${arrays.join(', ')})`
        await client.query(`delete from ${quoted(table)}`)
        for await (const part of rows) {
          await client.query(
            insert,
            columns.map((_, place) => part.map(row => row[place])),
          )
        }
        const sum = new TableSum()
        for await (const part of read.rows(table, columns)) sum.add(part)
        check(sum)
        await note(`table ${table}`, noteOf())
      }),
    finish: lastKeys =>
      transaction(async () => {
        await client.query('set local synchronous_commit = on')
        const { rows } = await client.query<{ value: string }>(
          `select value from ${COPY_TABLE} where name = 'foreign keys'`,
        )
        for (const { of, name, definition } of JSON.parse(rows[0]?.value ?? '[]') as ForeignKey[]) {
          await client.query(`alter table ${of} add constraint ${quoted(name)} ${definition}`)
        }
        for (const [table, key] of lastKeys) {
          await client.query(
            `select setval(pg_get_serial_sequence($1, 'pk'), greatest($2::bigint, 1), $2::bigint > 0)`,
            [table, key],
          )
        }
        await client.query(`drop table ${COPY_TABLE}`)
      }),
    close: () => client.end(),
  }

  async function foreignKeys(): Promise<ForeignKey[]> {
    return (await client.query<ForeignKey>(FOREIGN_KEYS)).rows
  }

  /** Those that an earlier run has disabled, or all. */
  async function allKeys(): Promise<ForeignKey[]> {
    const { rows: there } = await client.query('select to_regclass($1) as found', [COPY_TABLE])
    if (there[0]?.found === null) return foreignKeys()
    const { rows } = await client.query<{ value: string }>(
      `select value from ${COPY_TABLE} where name = 'foreign keys'`,
    )
    return rows[0] ? (JSON.parse(rows[0].value) as ForeignKey[]) : foreignKeys()
  }

  async function note(name: string, value: string): Promise<void> {
    await client.query(
      `insert into ${COPY_TABLE} (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
      [name, value],
    )
  }

  async function transaction(work: () => Promise<void>): Promise<void> {
    await client.query('start transaction')
    try {
      await work()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }
}

async function connected(url: string): Promise<pg.Client> {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, parseInt8)
  const client = new pg.Client({ connectionString: url, types, keepAlive: true, application_name: 'octavo copy' })
  // The next statement reports the error.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function reading(client: pg.Client) {
  async function facts(table: string): Promise<{ name: string; type: string }[]> {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, null) as type from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relname = $1 and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by a.attnum`,
      [table],
    )
    return rows
  }

  async function* rows(table: string, columns: readonly string[]): AsyncGenerator<readonly Row[], void, void> {
    await client.query(
      `declare copied no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(table)}`,
    )
    try {
      for (let count = FIRST_FETCH; ; ) {
        const { rows: found } = await client.query<Cell[]>({ text: `fetch ${count} from copied`, rowMode: 'array' })
        if (found.length > 0) yield found
        if (found.length < count) return
        count = nextFetch(found)
      }
    } finally {
      await client.query('close copied').catch(() => undefined)
    }
  }

  return {
    facts,
    rows,
    async steps() {
      const { rows: found } = await client.query<{ name: string }>('select name from schema_migrations order by name')
      return found.map(({ name }) => name)
    },
    async columnsOf(table: string) {
      const found = await facts(table)
      return found.length > 0 ? found.map(({ name }) => name) : null
    },
    async clock() {
      const { rows: found } = await client.query<{ ms: number }>(
        'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms',
      )
      return found[0]?.ms ?? null
    },
    async lastKey(table: string) {
      const { rows: named } = await client.query<{ sequence: string | null }>(
        `select case when exists (select 1 from pg_attribute where attrelid = to_regclass($1) and attname = 'pk')
           then pg_get_serial_sequence($1, 'pk') end as sequence`,
        [table],
      )
      const sequence = named[0]?.sequence
      if (!sequence) return null
      const { rows: last } = await client.query<{ key: number }>(
        `select case when is_called then last_value else 0 end as key from ${sequence}`,
      )
      return last[0]?.key ?? null
    },
  }
}
