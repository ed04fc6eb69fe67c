import { AppError } from '../kernel/app-error'
import { namingOf } from '../naming/naming-settings'
import type { NamesRequest, NamesResult } from './pool.types'

/** Names files by user-defined rules, whose patterns run here and not in the server. */
export function makeNames({ choice, files, books }: NamesRequest): NamesResult {
  const since = performance.now()
  try {
    const naming = namingOf(choice)
    const places = files.map(({ path, inside }) => naming.place(path, inside))
    const names = books.map(({ file, place }) => naming.book(file, place))
    const placed = places.reduce(
      (sum, { path, title, publisher = '' }) => sum + path.length + title.length + publisher.length,
      0,
    )
    const named = names.reduce(
      (sum, { title, sortKey, searchText }) => sum + title.length + sortKey.length + searchText.length,
      0,
    )
    return { kind: 'named', places, names, tookMs: performance.now() - since, output: placed + named }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'refused', message: error.message, facts: error.facts ?? {} }
  }
}
