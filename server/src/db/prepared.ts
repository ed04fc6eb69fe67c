import type { CompiledQuery, QueryExecutorProvider } from 'kysely'
import type { Reader, Reads } from './reader'
import type { Tx } from './write'

/** Placeholder in a query for a value that is given when it runs. */
class Parameter {
  constructor(readonly name: string) {}
}

type Values = Readonly<Record<string, unknown>>

/** Builds a statement by the query builder, or as text. */
type Build<Query, Given, Row> = (
  p: { readonly [Name in keyof Given]: Given[Name] },
  query: Query,
) => { compile(query: QueryExecutorProvider): CompiledQuery<Row> }

interface Compiled {
  readonly sql: string
  readonly bind: readonly ((values: Values) => unknown)[]
}

/** Maximum number of compiled statements per database. */
const MAX_COMPILED = 2000

const compiledByDialect = { sqlite: new Map<string, Compiled>(), postgres: new Map<string, Compiled>() }

/**
 * Runs a statement whose SQL is built once per key and cached: building it costs more than running it. Calls with the
 * same key must build the same SQL. In `build`, `p.name` stands for `values.name` at run time.
 */
export function runPrepared<Row, Given extends Values>(
  tx: Tx,
  key: string,
  values: Given,
  build: Build<Tx['query'], Given, Row>,
): Promise<Row[]>
export function runPrepared<Row, Given extends Values>(
  reader: Reader,
  key: string,
  values: Given,
  build: Build<Reader['query'], Given, Row>,
): Promise<Row[]>
export function runPrepared<Row, Given extends Values>(
  reads: Reads,
  key: string,
  values: Given,
  build: Build<Reads['query'], Given, Row>,
): Promise<Row[]>
export function runPrepared<Row, Query extends QueryExecutorProvider>(
  db: Pick<Reads, 'dialect' | 'run'> & { readonly query: Query },
  key: string,
  values: Values,
  build: Build<Query, Values, Row>,
): Promise<Row[]> {
  const cache = compiledByDialect[db.dialect.kind]
  let compiled = cache.get(key)
  if (!compiled) {
    if (cache.size >= MAX_COMPILED) cache.clear()
    compiled = compile(build(placeholders, db.query).compile(db.query))
    cache.set(key, compiled)
  }
  return db.run<Row>(
    compiled.sql,
    compiled.bind.map(value => value(values)),
  )
}

const placeholders = new Proxy<Values>({}, { get: (_target, name) => new Parameter(String(name)) })

function compile({ sql, parameters }: CompiledQuery): Compiled {
  const bind = parameters.map(value =>
    value instanceof Parameter ? (values: Values) => values[value.name] : () => value,
  )
  return { sql, bind }
}
