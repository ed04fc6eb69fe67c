import { bookStore } from '../../catalogue/books'
import { nameAgain } from '../../catalogue/editing'
import type { ScanRun } from './scan-run'

/** Where a book is, or was. */
interface BookPlace {
  readonly pk: number
  readonly folderPk: number
  readonly path: string
}

/** Names the other editions of some books again, after these came to their places or left them. */
export async function nameEditions(run: ScanRun, books: readonly BookPlace[]): Promise<void> {
  const { reader } = run.deps.connection
  const places = books.map(({ pk, folderPk, path }) => ({ pk, folder_pk: folderPk, path }))
  const editions = [...(await bookStore.otherEditions(reader, places)).values()].flat()
  // New ones are named when they have been read.
  const pks = new Set(editions.filter(({ analyzed }) => analyzed).map(({ pk }) => pk))
  await nameAgain({ ...run.deps, reader }, run.write, [...pks])
}
