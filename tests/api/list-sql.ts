// The SQL of lists in readable form: written to tests/api/list-sql by `npm run list-sql`.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Reader } from '../../server/src/db'
import { postgresDialect, sqliteDialect } from '../../server/src/db/dialect'
import { bunSqliteDialect } from '../../server/src/db/dialect/bun-sqlite'
import type { Schema } from '../../server/src/db/schema'
import { BOOKS } from '../../server/src/features/catalogue/books/book-entity'
import { SERIES } from '../../server/src/features/catalogue/series/series-entity'
import { type Entity, type list as engine, OWN_ORDER } from '../../server/src/features/lists/engine'
import { queryOf } from '../../server/src/features/lists/engine/rows'
import { selectKeys } from '../../server/src/features/lists/engine/select-page'
import { compileCondition, ordering, parseCondition, type Sort } from '../../server/src/features/lists/filters'
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

/** What is asked of a field that is neither text nor a number. */
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

const FEW = 100
const SOME = 5000
const VERY_MANY = 50_000

/**
 * The statements of each strategy on one database, then the condition of each field and the order of each sort, which
 * are parts of them.
 */
export async function listSql(kind: Kind): Promise<string> {
  const parts: string[] = []
  const as = (visibility: Visibility | undefined): Viewer => ({
    ...SYSTEM_VIEWER,
    visibility: visibility ?? { kind: 'all' },
  })
  const list = async (title: string, entity: Entity, total: number, asked: Asked = {}, viewer = as(undefined)) => {
    const statements: string[] = []
    const reader = recording(kind, total, statements)
    const query = await queryOf(reader, viewer, entity, { page: 1, pageSize: 50, ...asked })
    await selectKeys(reader, viewer, entity, query)
    parts.push(`-- ${entity.table} ${title}\n${statements.join('\n\n')}\n`)
  }
  const by = (field: string, direction: 'asc' | 'desc' = 'asc'): Sort => [{ field, direction }]
  for (const entity of [BOOKS, SERIES]) {
    const condition = parseCondition({ genre: TEXT }, entity.fieldKinds)
    const text = parseText('naruto 12')
    const [added, read] = [by('created_at'), by(entity === BOOKS ? 'last_read' : 'date_read', 'desc')]
    for (const [name, visibility] of Object.entries(VISIBILITIES)) {
      await list(`in order, that see ${name}`, entity, SOME, { scope: { library: 3 } }, as(visibility))
    }
    await list('in order, few', entity, FEW, { scope: { library: 3 }, sort: added })
    await list('in order, from the end', entity, SOME, { sort: added, page: 100 })
    await list('in order, from a cursor', entity, SOME, { sort: added, page: 41 })
    await list('in order, filtered, very many', entity, VERY_MANY, { scope: { library: 3 }, condition, sort: added })
    await list('in order, with words, very many', entity, VERY_MANY, { text, sort: added })
    await list('sparse', entity, SOME, { sort: read })
    await list('sparse, from a cursor', entity, SOME, { sort: read, page: 41 })
    await list('best first', entity, FEW, { text, sort: by('relevance') })
    await list('best first, with signs', entity, SOME, { text: parseText('%_'), sort: by('relevance') })
    await list('title then newest', entity, SOME, { text, condition, sort: by('relevance') })
    await list('title then newest, very many', entity, VERY_MANY, { text, sort: by('relevance') })
    for (const [subset, { order }] of Object.entries(entity.subsets ?? {})) {
      await list(subset, entity, SOME, { subset, ...(order && { sort: by(OWN_ORDER, 'desc') }) })
    }
  }
  await list('of a series', BOOKS, SOME, { scope: { series: 7 }, sort: by('number') })
  const { reader, written } = fragments(kind)
  for (const { table, fieldKinds, fields, sorts } of [BOOKS, SERIES]) {
    for (const [name, field] of Object.entries(fieldKinds)) {
      const condition = parseCondition(
        { [name]: ASKED[name] ?? (field.family === 'number' ? ABOVE : TEXT) },
        fieldKinds,
      )
      parts.push(`-- ${table} where ${name}\n${written(sql`${compileCondition(condition, fields, 1)}`)}\n`)
    }
    const tree = { anyOf: [{ title: { operator: 'is', value: 'A' } }, { not: { allOf: [{ genre: TEXT }] } }] }
    const condition = compileCondition(parseCondition(tree, fieldKinds), fields, 1)
    parts.push(`-- ${table} where a tree of conditions holds\n${written(sql`${condition}`)}\n`)
    for (const name of Object.keys(sorts)) {
      const order = ordering.orderBy(reader, sorts, by(name, 'desc'), sql.ref(`${table}.pk`))
      parts.push(`-- ${table} by ${name}\n${written(order)}\n`)
    }
    const mixed: Sort = [{ field: 'random', direction: 'asc', seed: 7 }]
    parts.push(`-- ${table} mixed\n${written(ordering.orderBy(reader, sorts, mixed, sql.ref(`${table}.pk`)))}\n`)
  }
  return parts.join('\n')
}

/** A reader that records statements instead of running them. */
function recording(kind: Kind, total: number, statements: string[]): Reader {
  return {
    ...fragments(kind).reader,
    async run<Row>(sql: string, values: readonly unknown[]) {
      statements.push(`${broken(sql)}\n-- ${JSON.stringify(values)}`)
      return [{ total, pk: 7, word: 'naruto', library_pk: 3, books: total, series: total }] as Row[]
    },
  }
}

function fragments(kind: Kind) {
  const query = kind === 'sqlite' ? sqlite() : postgres()
  const reader: Reader = {
    query: query as unknown as Reader['query'],
    dialect: kind === 'sqlite' ? sqliteDialect : postgresDialect,
    run: async () => [],
  }
  return { reader, written: (part: RawBuilder<unknown>) => broken(part.compile(query).sql) }
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
