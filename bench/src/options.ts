import { parseArgs } from 'node:util'

const SIZES = [2_000, 20_000, 100_000, 1_000_000] as const
export type Size = (typeof SIZES)[number]

export interface Options {
  /** Books in the library that is measured. */
  readonly size: Size
  readonly database: 'sqlite' | 'postgres'
  /** Rows whose name it matches. */
  readonly only: RegExp | null
  readonly json: boolean
  /** Rounds of each row; figures are medians of them. */
  readonly rounds: number
  readonly roundMs: number
  /** Where a CPU profile of the server is written. */
  readonly profile: string | null
}

export const USAGE = `npm run bench -- [options]

  --size N          books: ${SIZES.join(', ')} (default 2000); up to 20000 real files, above that rows in the database
  --only PATTERN    only rows whose name matches this regular expression
  --database KIND   sqlite (default) or postgres
  --rounds N        rounds of each row (default 7); figures are medians
  --round-ms N      length of a round (default 600)
  --profile FOLDER  write a CPU profile of the server there; with --only it shows one row
  --json            the results as JSON, without the table`

/**
 * Reads the command line.
 * @throws Error with a sentence for the person who typed it
 */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      size: { type: 'string', default: '2000' },
      only: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
      rounds: { type: 'string', default: '7' },
      'round-ms': { type: 'string', default: '600' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database is sqlite or postgres')
  const size = SIZES.find(each => each === Number(values.size))
  if (size === undefined) throw new Error(`--size is one of ${SIZES.join(', ')}`)
  return {
    size,
    database,
    only: values.only === undefined ? null : new RegExp(values.only, 'i'),
    json: values.json,
    rounds: wholeNumber('--rounds', values.rounds),
    roundMs: wholeNumber('--round-ms', values['round-ms']),
    profile: values.profile ?? null,
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is a whole number from 1`)
  return value
}
