import { expect } from 'bun:test'
import type { Connection } from '../../../db'
import type { ParserPool } from '../../../workers'

interface ScannedLibrary {
  readonly pk: number
  readonly files: { add(path: string): Promise<unknown> }
  scan(): Promise<{ readonly status: string }>
  books(): Promise<Readonly<Record<string, { readonly id: string }>>>
}

/** What tests of regrouping need of a library: each test has its own. */
export function regroupingIn(connection: () => Connection, pool: ParserPool, library: () => ScannedLibrary) {
  const deps = () => ({
    ...connection(),
    reader: connection().reader,
    pool,
    now: Date.now,
    tasks: { notify: () => undefined },
  })
  /** Titles of series by the paths of their live books. */
  const places = async () => {
    const rows = await connection()
      .reader.query.selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .select(['books.path', 'series.title'])
      .where('books.library_pk', '=', library().pk)
      .where('books.deleted', '=', false)
      .orderBy('books.path')
      .execute()
    return Object.fromEntries(rows.map(({ path, title }) => [path, title]))
  }
  const seriesCalled = (title: string) =>
    connection()
      .reader.query.selectFrom('series')
      .selectAll()
      .where('library_pk', '=', library().pk)
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
  const scanned = async (...paths: string[]) => {
    for (const path of paths) await library().files.add(path)
    expect((await library().scan()).status).toBe('completed')
  }
  const idOf = async (path: string) => (await library().books())[path]?.id ?? 'none'
  return { deps, places, seriesCalled, scanned, idOf }
}
