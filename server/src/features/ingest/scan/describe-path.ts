import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BookFacts } from '../../../formats/facts'
import { AppError } from '../../../kernel/app-error'
import type { ParserPool } from '../../../workers/pool.types'
import { libraryFolders } from '../../catalogue/libraries'
import { libraryNamer } from '../../catalogue/naming'
import { bookQuestion, findSeriesIn, positionsIn } from './preview-scan'

export interface DescribedBook {
  readonly file: string
  readonly title: string
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
}

/** The description of a file, or of a folder as a library. */
export type Description =
  | { readonly kind: 'file'; readonly path: string; readonly facts: BookFacts }
  | {
      readonly kind: 'folder'
      readonly path: string
      readonly series: readonly { readonly title: string; readonly path: string; readonly books: DescribedBook[] }[]
    }

/**
 * For `octavo scan PATH`: writes nothing and opens no database.
 * @throws BadRequest if the path is missing or unreadable
 */
export async function describePath(given: string, pool: ParserPool): Promise<Description> {
  const path = resolve(given)
  const found = await stat(path).catch(() => null)
  if (!found) throw new AppError('BadRequest', `There is nothing at ${path}`)
  if (!found.isDirectory()) return { kind: 'file', path, facts: await pool.analyze({ path, thumbnailTarget: null }) }
  const namer = libraryNamer(pool, null)
  const { series } = await findSeriesIn(
    pool,
    { folders: (await libraryFolders.namedFolders({ path })) ?? [], namer, formats: null, excludedPatterns: null },
    new AbortController().signal,
  )
  const described = series.map(async one => {
    const { title, path, files } = one
    const names = await namer.book(files.map(file => bookQuestion(file, one)))
    const positions = positionsIn(one, namer)
    const books = names.map(({ title, number, volume, chapter }, index) => {
      const { path = '' } = files[index]?.file ?? {}
      return { file: path, title, number: number ?? positions[index] ?? null, volume, chapter }
    })
    return { title, path, books }
  })
  return { kind: 'folder', path, series: await Promise.all(described) }
}
