import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { BookNames, Naming, PlacedFile } from '../../../naming/naming'
import { type NamingChoice, namingOf, patternMembers } from '../../../naming/naming-settings'
import type { SeriesPlace } from '../../../naming/series-place'
import { nextTurn } from '../../../platform/task-work'
import type { NamedBook, NamesResult, ParserPool } from '../../../workers/pool.types'
import { chunksOf } from './scan-run'

/** Names many files by the rules of one library without holding the event loop; answers stand in the order of the question. */
export interface Namer {
  readonly isPositional: boolean
  place(files: readonly PlacedFile[]): Promise<SeriesPlace[]>
  book(books: readonly NamedBook[]): Promise<BookNames[]>
}

/** Rules work so long before requests get their turn. */
const WORK_MS = 20

/** Names in this process: for rules without patterns of a person, and for those that a library has already. */
export function namerOf(naming: Naming): Namer {
  let since = performance.now()
  async function each<T, R>(items: readonly T[], act: (item: T) => R): Promise<R[]> {
    const made: R[] = []
    for (const item of items) {
      if (performance.now() - since > WORK_MS) {
        await nextTurn()
        since = performance.now()
      }
      made.push(act(item))
    }
    return made
  }
  return {
    isPositional: naming.isPositional,
    place: files => each(files, ({ path, inside }) => naming.place(path, inside)),
    book: books => each(books, ({ file, place }) => naming.book(file, place)),
  }
}

/**
 * Names for a request by rules that may be anybody's: patterns run in a parser process, within bounds for the whole request.
 * @throws BadRequest naming the member that is wrong, or whose patterns take too long
 */
export function requestNamer(pool: Pick<ParserPool, 'names'>, choice: NamingChoice): Namer {
  const members = patternMembers(choice)
  if (members.length === 0) return namerOf(namingOf(choice))
  let timeoutMs: number = LIMITS.naming.requestMs
  let output = 0

  async function ask(files: readonly PlacedFile[], books: readonly NamedBook[]) {
    const answer = await pool.names({ choice, files, books, timeoutMs: Math.max(1, timeoutMs) })
    const named = namedOr(answer, members)
    timeoutMs -= named.tookMs
    output += named.output
    if (timeoutMs <= 0) throw tooSlow(members)
    if (output > LIMITS.naming.requestOutput) throw badPatterns(members, 'make names that are too long')
    return named
  }

  return {
    isPositional: choice.numberStrategy === 'file_order' || choice.numberStrategy === 'smart',
    async place(files) {
      const places: SeriesPlace[] = []
      // None is asked too: wrong rules are refused for an empty folder as for a full one.
      for (const part of files.length === 0 ? [[]] : chunksOf(files, LIMITS.naming.batch)) {
        places.push(...(await ask(part, [])).places)
      }
      return places
    },
    async book(books) {
      const names: BookNames[] = []
      for (const part of chunksOf(books, LIMITS.naming.batch)) names.push(...(await ask([], part)).names)
      return names
    },
  }
}

function namedOr(answer: NamesResult, members: readonly string[]): NamesResult & { kind: 'named' } {
  if (answer.kind === 'too-slow') throw tooSlow(members)
  if (answer.kind === 'named') return answer
  throw new AppError('BadRequest', answer.message, answer.path === null ? {} : { path: answer.path })
}

function tooSlow(members: readonly string[]): AppError {
  return badPatterns(members, 'take too long')
}

function badPatterns(members: readonly string[], what: string): AppError {
  const path = members.join(', ')
  return new AppError('BadRequest', `The patterns of ${path} ${what}: write them with fewer repetitions`, { path })
}
