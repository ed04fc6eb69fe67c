// The SQL of every kind of list in readable form: written to tests/api/list-sql by `npm run list-sql`.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { BOOK_LIST_FIELDS, SERIES_LIST_FIELDS } from '@octavo/contract/list-fields'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Reader } from '../../server/src/db'
import { postgresDialect, sqliteDialect } from '../../server/src/db/dialect'
import { bunSqliteDialect } from '../../server/src/db/dialect/bun-sqlite'
import type { Schema } from '../../server/src/db/schema'
import { BOOKS } from '../../server/src/features/catalogue/books/book-entity'
import { BOOK_SORTS } from '../../server/src/features/catalogue/books/book-fields'
import { SERIES } from '../../server/src/features/catalogue/series/series-entity'
import { SERIES_SORTS } from '../../server/src/features/catalogue/series/series-fields'
import { type list as engine, OWN_ORDER, type RowShape, selectPage } from '../../server/src/features/lists/engine'
import { parseCondition, type Sort } from '../../server/src/features/lists/filters'
import { parseText } from '../../server/src/features/lists/words'
import { SYSTEM_VIEWER, type Viewer, type Visibility } from '../../server/src/kernel/viewer'

export const KINDS = ['sqlite', 'postgres'] as const
type Kind = (typeof KINDS)[number]

export const fileOf = (kind: Kind) => join(import.meta.dir, 'list-sql', `${kind}.sql`)

const ID = '00000000-0000-7000-8000-000000000001'
const TEXT = { operator: 'contains', value: 'a_b%' }
const ABOVE = { operator: 'gte', value: 12 }
const SINCE = { operator: 'after', value: '2026-01-01T00:00:00Z' }
const IDS = { operator: 'in', values: [ID, ID.replace(/1$/, '2')] }

/** One question of each field. */
const ASKED: Readonly<Record<string, object>> = {
  libraryId: IDS,
  seriesId: IDS,
  format: { operator: 'is', value: 'cbz' },
  readStatus: { operator: 'is', value: 'unread' },
  hasError: { operator: 'isTrue' },
  completion: { operator: 'isTrue' },
  hasUserRating: { operator: 'isTrue' },
  hasExternalSourceId: { operator: 'isFalse' },
  dateAdded: SINCE,
  dateUpdated: SINCE,
  ...Object.fromEntries(
    [
      'year',
      'ageRating',
      'number',
      'volume',
      'chapter',
      'pageCount',
      'fileSize',
      'bookCount',
      'userRating',
      'communityRating',
      'externalRating',
    ].map(name => [name, ABOVE]),
  ),
}

const VISIBILITIES: Readonly<Record<string, Visibility>> = {
  everything: { kind: 'all' },
  'two libraries': { kind: 'libraries', libraryPks: [3, 4] },
  'up to an age, and what has no sharing tag or one of a set': {
    kind: 'series',
    libraryPks: null,
    sharing: { setPks: [5, 6], untagged: true },
    age: { limit: 12, unrated: false },
  },
}

type Asked = Partial<engine.ListRequest & engine.Page>
type Keys = RowShape<{ readonly pk: number }>

/** What a list brings of each row is another matter. */
const BOOK_KEYS: Keys = { entity: BOOKS, name: 'keys', shared: () => ({}) }
const SERIES_KEYS: Keys = { entity: SERIES, name: 'keys', shared: () => ({}) }

/** The statements of every list on one database, each under what is asked. */
export async function listSql(kind: Kind): Promise<string> {
  const parts: string[] = []
  // What joins the rows of a page is written out once.
  const joined = new Set<string>()
  const short = (statement: string) => {
    const [keys, rest, ...others] = statement.split(') as page\n')
    if (rest === undefined || others.length > 0) return statement
    const [clauses = '', values] = rest.split('\n-- ')
    const known = clauses.slice(0, clauses.indexOf('\n  order by'))
    if (!joined.has(known)) {
      joined.add(known)
      return statement
    }
    return `${keys}) as page …\n-- ${values}`
  }
  const note = async (title: string, ask: (reader: Reader) => Promise<unknown>) => {
    const statements: string[] = []
    await ask(recording(kind, statements))
    parts.push(`-- ${title}\n${statements.map(short).join('\n\n')}\n`)
  }
  const as = (visibility: Visibility | undefined): Viewer => ({
    ...SYSTEM_VIEWER,
    visibility: visibility ?? { kind: 'all' },
  })
  const byTitle: Sort = [{ field: 'title', direction: 'asc' }]
  const listOf =
    (shape: Keys) =>
    (title: string, asked: Asked, viewer = as(undefined)) =>
      note(`${shape.entity.table} ${title}`, reader =>
        selectPage(reader, viewer, shape, { sort: byTitle, page: 1, pageSize: 50, ...asked }),
      )
  const books = listOf(BOOK_KEYS)
  const series = listOf(SERIES_KEYS)
  const lists = [
    { list: books, fields: BOOK_LIST_FIELDS, sorts: BOOK_SORTS },
    { list: series, fields: SERIES_LIST_FIELDS, sorts: SERIES_SORTS },
  ]
  for (const { list, fields, sorts } of lists) {
    for (const [name, visibility] of Object.entries(VISIBILITIES)) await list(`that see ${name}`, {}, as(visibility))
    await list('of a library', { scope: { library: 3 } })
    for (const field of Object.keys(sorts)) {
      await list(`by ${field}, descending`, { sort: [{ field, direction: 'desc' }] })
    }
    await list('by two fields', { sort: [{ field: 'created_at', direction: 'desc' }, ...byTitle] })
    await list('mixed', { sort: [{ field: 'random', direction: 'asc', seed: 7 }] })
    await list('of a deep page', { page: 41 })
    for (const name of Object.keys(fields)) {
      await list(`where ${name}`, { condition: parseCondition({ [name]: ASKED[name] ?? TEXT }, fields) })
    }
    const tree = { anyOf: [{ title: { operator: 'is', value: 'A' } }, { not: { allOf: [{ genre: TEXT }] } }] }
    await list('where a tree of conditions holds', { condition: parseCondition(tree, fields) })
    await list('with words', { text: parseText('naruto 12'), sort: [{ field: 'relevance', direction: 'asc' }] })
    await list('with signs', { text: parseText('%_') })
  }
  await books('of a series', { scope: { series: 7 }, sort: [{ field: 'number', direction: 'asc' }] })
  await books('that are hidden too', { subset: 'deleted too' })
  await series('that are begun', { subset: 'in progress', sort: [{ field: OWN_ORDER, direction: 'desc' }] })
  return parts.join('\n')
}

/** A reader that records statements instead of running them; counts are large. */
function recording(kind: Kind, statements: string[]): Reader {
  const query = kind === 'sqlite' ? sqlite() : postgres()
  return {
    query: query as unknown as Reader['query'],
    dialect: kind === 'sqlite' ? sqliteDialect : postgresDialect,
    async run<Row>(sql: string, values: readonly unknown[]) {
      statements.push(`${broken(sql)}\n-- ${JSON.stringify(values)}`)
      return (/\btotal\b/.test(sql) ? [{ total: 5000 }] : []) as Row[]
    },
  }
}

const sqlite = () =>
  new Kysely<Schema>({ dialect: bunSqliteDialect(new Database(':memory:'), { seen: error => error }) })
const postgres = () =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

/** One clause a line; the columns of a series, which are many, are left out. */
function broken(sql: string): string {
  return sql
    .replace(/\s+/g, ' ')
    .replaceAll('"', '')
    .replace(/(, series\.\w+( as \w+)?){8}.*?(?= from \()/, ', …')
    .replace(/ (from|where|order by|limit|cross join|inner join|left join|union all)\b/g, '\n  $1')
    .replace(/ and (?![^(]*\) (?:as|is))/g, '\n    and ')
}

if (import.meta.main) {
  for (const kind of KINDS) await Bun.write(fileOf(kind), await listSql(kind))
}
