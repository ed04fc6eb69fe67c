import { AppError, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { type BookNames, type Naming, type NumberRules, numberRules, type PlacedFile } from '../../../naming/naming'
import { type NamingChoice, namingOf, patternMembers } from '../../../naming/naming-settings'
import type { SeriesPlace } from '../../../naming/series-place'
import { eachInTurns } from '../../../platform/task-work'
import type { NamedBook, NamesResult, ParserPool } from '../../../workers/pool.types'
import { type NamingColumns, namingInUse } from './naming-row'

/**
 * Names many files by the rules of one library without blocking the event loop. Results are in the order of the input.
 */
export interface Namer {
  isPositional: NumberRules['isPositional']
  place(files: readonly PlacedFile[]): Promise<SeriesPlace[]>
  book(books: readonly NamedBook[]): Promise<BookNames[]>
}

/** The rules of a library in use. */
export interface LibraryNamer extends Namer, NumberRules {
  placesByMetadata: Naming['placesByMetadata']
}

type NamesPool = Pick<ParserPool, 'names'>

/** Names in this process, for rules without user-defined patterns. */
export function namerOf(naming: Naming): Namer {
  return {
    isPositional: naming.isPositional,
    place: files => eachInTurns(files, ({ path, inside }) => naming.place(path, inside)),
    book: books => eachInTurns(books, ({ file, place }) => naming.book(file, place)),
  }
}

/**
 * Names for a request with untrusted rules: patterns run in a parser process, within limits for the whole request.
 * @throws BadRequest naming the invalid member, or the one whose patterns take too long
 */
export function requestNamer(pool: NamesPool, choice: NamingChoice): Namer {
  const members = patternMembers(choice)
  if (members.length === 0) return namerOf(namingOf(choice))
  let timeoutMs: number = LIMITS.naming.requestMs
  let output = 0
  const { isPositional } = numberRules(choice.numberStrategy)
  return poolNamer(isPositional, async (files, books) => {
    const named = namedOr(await pool.names({ choice, files, books, timeoutMs: Math.max(1, timeoutMs) }), members)
    timeoutMs -= named.tookMs
    output += named.output
    if (timeoutMs <= 0) throw tooSlow(members)
    if (output > LIMITS.naming.requestOutput) throw badPatterns(members, 'make names that are too long')
    return named
  })
}

/**
 * Names for a task by the rules of a library's row; null for the default rules. Patterns run in a parser process, with
 * a time limit per batch.
 * @throws BadRequest naming the members whose patterns take too long, which ends a task
 */
export function libraryNamer(pool: NamesPool, row: NamingColumns | null): LibraryNamer {
  const { choice, naming } = namingInUse(row)
  const members = patternMembers(choice)
  const { placesByMetadata, isPositional, ownNumber } = naming
  const timeoutMs = LIMITS.naming.taskMs
  const namer =
    members.length === 0
      ? namerOf(naming)
      : poolNamer(isPositional, async (files, books) =>
          namedOr(await pool.names({ choice, files, books, timeoutMs }), members),
        )
  return { ...namer, placesByMetadata, ownNumber }
}

type Named = NamesResult & { kind: 'named' }

function poolNamer(
  isPositional: NumberRules['isPositional'],
  ask: (files: readonly PlacedFile[], books: readonly NamedBook[]) => Promise<Named>,
): Namer {
  return {
    isPositional,
    async place(files) {
      const places: SeriesPlace[] = []
      // Checked with no files too: invalid rules are rejected for an empty folder as well.
      for (const part of files.length === 0 ? [[]] : batchesOf(files)) places.push(...(await ask(part, [])).places)
      return places
    },
    async book(books) {
      const names: BookNames[] = []
      for (const part of batchesOf(books)) names.push(...(await ask([], part)).names)
      return names
    },
  }
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  const { batch } = LIMITS.naming
  for (let at = 0; at < items.length; at += batch) yield items.slice(at, at + batch)
}

function namedOr(answer: NamesResult, members: readonly string[]): Named {
  if (answer.kind === 'too-slow') throw tooSlow(members)
  if (answer.kind === 'named') return answer
  throw new AppError('BadRequest', answer.message, answer.facts)
}

function tooSlow(members: readonly string[]): AppError {
  return badPatterns(members, 'take too long')
}

function badPatterns(members: readonly string[], what: string): AppError {
  const path = members.join(', ')
  return refused(
    'BadRequest',
    'pattern_slow',
    `The patterns of ${path} ${what}: write them with fewer repetitions`,
    path,
  )
}
