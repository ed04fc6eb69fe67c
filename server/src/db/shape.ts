import type { Compilable, RawBuilder } from 'kysely'
import type { Dialect } from './dialect'
import type { Reader } from './reader'
import type { Tx } from './write'

/** Placeholder in a query for a value that is given when it runs. */
class Parameter {
  constructor(readonly name: string) {}
}

type Placeholders<Values> = { readonly [Name in keyof Values]: Values[Name] }

interface Compiled {
  readonly sql: string
  readonly bind: readonly ((values: Record<string, unknown>) => unknown)[]
}

/** Maximum number of compiled statements per database. */
const MAX_COMPILED = 2000

const compiledByDialect = { sqlite: new Map<string, Compiled>(), postgres: new Map<string, Compiled>() }

/**
 * A query whose SQL is built once per shape and cached: building it costs more than running it. `key` names the shape:
 * calls with the same key must build the same SQL. In `build`, `p.name` stands for `values.name` at run time.
 */
export function runShape<Row, Values extends Record<string, unknown>, Query = Reader['query']>(
  reader: Pick<Reader, 'dialect' | 'run'> & { readonly query: Query },
  key: string,
  values: Values,
  build: (query: Query, p: Placeholders<Values>) => Compilable<Row>,
): Promise<Row[]> {
  const { sql, bind } = compiledOnce(reader.dialect, key, () => build(reader.query, placeholders<Values>()))
  return reader.run<Row>(
    sql,
    bind.map(value => value(values)),
  )
}

/** The same for a statement written as text. */
export function runSql<Row, Values extends Record<string, unknown>>(
  reader: Reader,
  key: string,
  values: Values,
  build: (p: Placeholders<Values>) => RawBuilder<Row>,
): Promise<Row[]> {
  return runShape(reader, key, values, (query, p) => ({ compile: () => build(p).compile(query) }))
}

/** The same for a write statement that returns rows. */
export const writeRows: <Row, Values extends Record<string, unknown>>(
  tx: Tx,
  key: string,
  values: Values,
  build: (query: Tx['query'], p: Placeholders<Values>) => Compilable<Row>,
) => Promise<Row[]> = runShape

/** The same for one that returns nothing. */
export async function writeShape<Values extends Record<string, unknown>>(
  ...statement: Parameters<typeof writeRows<unknown, Values>>
): Promise<void> {
  await writeRows(...statement)
}

function compiledOnce(dialect: Dialect, key: string, build: () => Compilable<unknown>): Compiled {
  const cache = compiledByDialect[dialect.kind]
  let compiled = cache.get(key)
  if (!compiled) {
    if (cache.size >= MAX_COMPILED) cache.clear()
    compiled = compile(build())
    cache.set(key, compiled)
  }
  return compiled
}

function compile(query: Compilable<unknown>): Compiled {
  const { sql, parameters } = query.compile()
  return {
    sql,
    bind: parameters.map(value =>
      value instanceof Parameter ? (values: Record<string, unknown>) => values[value.name] : () => value,
    ),
  }
}

function placeholders<Values>(): Placeholders<Values> {
  return new Proxy({}, { get: (_target, name) => new Parameter(String(name)) }) as Placeholders<Values>
}
