import { parseArgs } from 'node:util'
import type { DatabaseKind, Row } from './row'

/** What was asked for on the command line. */
export interface Options {
  readonly rows: readonly Row[]
  readonly databases: readonly DatabaseKind[]
  /** Null: the default of each row. */
  readonly rounds: number | null
  readonly seed: number
}

/** @throws with a sentence for the person who typed it */
export function readOptions(args: readonly string[], all: readonly Row[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, database: { type: 'string' } },
  })
  const wanted = positionals.map(name => name.toUpperCase())
  const unknown = wanted.find(name => !all.some(({ id }) => id === name))
  if (unknown) throw new Error(`There is no row ${unknown}. The rows are: ${all.map(({ id }) => id).join(', ')}.`)
  const { database } = values
  if (database !== undefined && database !== 'sqlite' && database !== 'postgres') {
    throw new Error(`--database is sqlite or postgres, not ${database}`)
  }
  return {
    rows: wanted.length === 0 ? all : all.filter(({ id }) => wanted.includes(id)),
    databases: database ? [database] : ['sqlite', 'postgres'],
    rounds: values.rounds === undefined ? null : wholeNumber('rounds', values.rounds),
    seed: values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : wholeNumber('seed', values.seed),
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not ${text}`)
  return Number(text)
}
