import type { Connection, Reader, Tx } from '../../server/src/db'
import { insertLibrary, insertUser } from '../../server/src/db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../server/src/kernel/viewer'
import { until } from './client'

const BOOKS_A_SERIES = 10
const LIBRARIES = 4
/** Every nth book was opened by the reader, every second of those to its end. */
const OPENED = 20

/** Rows of one statement: PostgreSQL gives each its time. */
const AT_ONCE = 20_000

/** The reader and the book. */
export interface Many {
  readonly userPk: number
  readonly libraryPks: readonly number[]
}

/** A viewer of each kind of visibility. */
export function viewersOf({ userPk, libraryPks: all }: Many): Readonly<Record<string, Viewer>> {
  const viewer = { ...SYSTEM_VIEWER, userPk }
  const libraryPks = all.slice(0, 2)
  const age = { limit: 12, unrated: true }
  const sharing = { setPks: [1, 2], untagged: true }
  return {
    all: viewer,
    'some libraries': { ...viewer, visibility: { kind: 'libraries', libraryPks } },
    'up to an age': { ...viewer, visibility: { kind: 'series', libraryPks: null, sharing: null, age } },
    'by sharing tags, of some libraries': { ...viewer, visibility: { kind: 'series', libraryPks, sharing, age: null } },
  }
}

/** Fills an empty database with books by a few statements: for query plans, without file contents. */
export async function insertMany(connection: Connection, books: number): Promise<Many> {
  const many = await connection.write(async tx => {
    const makeIndexes = await dropIndexes(tx)
    const userPk = await insertUser(tx, 'ada')
    const libraryPks: number[] = []
    for (let number = 0; number < LIBRARIES; number++) libraryPks.push(await insertLibrary(tx, `Library ${number}`))
    const sqlite = tx.dialect.kind === 'sqlite'
    const numbers = (count: number) =>
      sqlite
        ? `(with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
            select n from numbers) as numbers`
        : `generate_series(0::bigint, ${count - 1}) as numbers(n)`
    const hex = (value: string) => (sqlite ? `printf('%08x', ${value})` : `lpad(to_hex(${value}), 8, '0')`)
    // Without visible order, and each value once: the factor is coprime to the modulus.
    const mixed = (factor: number) => `((n * ${factor}) % 1000003)`
    const library = `${libraryPks[0]} + (n / ${BOOKS_A_SERIES}) % ${LIBRARIES}`
    const id = (kind: string) => `${hex('n')} || '-0000-7000-8000-0000${kind}'`
    await tx.run(
      `insert into series (pk, id, library_pk, path, title, sort_key, search_text, year, book_count, volumes_owned,
          created_at, updated_at)
        select n + 1, ${id('5e21e500')}, ${libraryPks[0]} + n % ${LIBRARIES}, 's' || n, 'Series ' || n, ${hex(mixed(7919))},
          ${words('series')}, case when n % 5 = 0 then null else 1980 + n % 40 end, ${BOOKS_A_SERIES}, 0, ${mixed(104729)}, ${mixed(1299709)}
        from ${numbers(books / BOOKS_A_SERIES)}`,
      [],
    )
    const folder = `(select min(pk) from library_folders where library_pk = ${library})`
    for (let from = 0; from < books; from += AT_ONCE)
      await tx.run(
        `insert into books (pk, id, library_pk, folder_pk, series_pk, path, file_name, file_format, file_size,
          file_modified_ms, file_inode, file_hash, page_count, title, sort_key, search_text, number, release_date,
          analyzed, deleted, created_at, updated_at)
        select n + 1, ${id('b00c0000')}, ${library}, ${folder}, n / ${BOOKS_A_SERIES} + 1, 'b' || n, 'b' || ${hex(mixed(15485863))},
          case n % 4 when 0 then 'cbz' when 1 then 'cbr' when 2 then 'epub' else 'pdf' end, ${mixed(32452843)}, 0, 0, '',
          ${mixed(7907)} % 400, 'Book ' || n, ${hex(mixed(49979687))}, ${words('book')}, n % ${BOOKS_A_SERIES},
          case when n % 3 = 0 then null else 19800101 + ${mixed(86028121)} % 400000 end, true, false, ${mixed(67867967)}, 0
        from ${numbers(books)} where n >= ${from} and n < ${from + AT_ONCE}`,
        [],
      )
    await tx.run(
      `insert into read_progress (id, user_pk, book_pk, series_pk, current_page, completed, started_at, updated_at)
        select ${id('2ead0000')}, ${userPk}, n * ${OPENED} + 1, (n * ${OPENED}) / ${BOOKS_A_SERIES} + 1, 1, n % 2 = 0, 0,
          ${mixed(7919)} from ${numbers(books / OPENED)}`,
      [],
    )
    await tx.run(
      `insert into series_progress (user_pk, series_pk, completed_count, in_progress_count, last_read_at)
        select ${userPk}, series_pk, sum(case when completed then 1 else 0 end),
          sum(case when completed then 0 else 1 end), max(updated_at) from read_progress group by series_pk`,
      [],
    )
    await tx.run(
      `update libraries set book_count = (select count(*) from books where library_pk = libraries.pk),
        series_count = (select count(*) from series where library_pk = libraries.pk)`,
      [],
    )
    for (const statement of makeIndexes) await tx.run(statement, [])
    await tx.run('analyze', [])
    return { userPk, libraryPks }
  })
  if (connection.kind === 'postgres') await vacuum(connection.reader)
  return many
}

/**
 * As the server's autovacuum would within a minute: only then index-only scans are possible. A transaction older than
 * the rows, such as that of autovacuum's own analyze, prevents the visibility map from being set.
 */
async function vacuum(reader: Reader): Promise<void> {
  const isWhole = async () => {
    await reader.run('vacuum analyze', [])
    const [seen] = await reader.run<{ whole: boolean }>(
      "select bool_and(relallvisible = relpages) as whole from pg_class where relname in ('books', 'series')",
      [],
    )
    return seen?.whole
  }
  await until(isWhole, whole => whole === true, 120)
}

/** A unique one, one shared by every fortieth, and one that all have. */
const words = (own: string) => `'everywhere ${own}' || n || case when n % 40 = 0 then ' seldom' else '' end`

/**
 * Drops triggers and indexes that are slower to maintain per row than to rebuild at the end; returns the statements
 * that make them. In their order: of two indexes that cost the same, a database takes the first.
 */
async function dropIndexes(tx: Tx): Promise<string[]> {
  if (tx.dialect.kind === 'sqlite') {
    const triggers = await tx.run<{ name: string }>(
      "select name from sqlite_master where type = 'trigger' and tbl_name in ('books', 'series')",
      [],
    )
    for (const { name } of triggers) await tx.run(`drop trigger ${name}`, [])
    const indexes = await tx.run<{ name: string; made: string }>(
      `select name, sql as made from sqlite_master where type = 'index' and tbl_name in ('books', 'series')
        and sql not like 'create unique%' order by rowid`,
      [],
    )
    for (const { name } of indexes) await tx.run(`drop index ${name}`, [])
    return [
      ...indexes.map(({ made }) => made),
      ...['books', 'series'].map(
        table =>
          `insert into ${table}_search (rowid, words) select pk, search_text || ' §' || library_pk from ${table}`,
      ),
      "insert into search_words (word) values ('everywhere'), ('seldom')",
    ]
  }
  const indexes = await tx.run<{ name: string; made: string }>(
    `select relname as name, pg_get_indexdef(indexrelid) as made from pg_index join pg_class on oid = indexrelid
      where indrelid in ('books'::regclass, 'series'::regclass) and not indisunique order by indexrelid`,
    [],
  )
  for (const { name } of indexes) await tx.run(`drop index ${name}`, [])
  return indexes.filter(({ name }) => !name.endsWith('_words')).map(({ made }) => made)
}
