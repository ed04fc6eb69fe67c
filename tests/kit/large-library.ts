import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { SHARED } from './paths'

export interface LargeLibrary {
  readonly series: number
  readonly booksPerSeries: number
  readonly pagesPerBook: number
  /** Of cbz, epub, pdf, cbr. */
  readonly formats?: readonly string[]
  /** Of manga, western, webtoon, oneshot, omnibus, ebook, fixed, magazine; all that the formats allow by default. */
  readonly kinds?: readonly string[]
  readonly seed?: number
  /** Size of one page in KB. */
  readonly pageKb?: number
}

/** Writes a realistic library into a folder (the same bytes for the same arguments); gives the totals that the tool prints. */
export function makeLibrary(folder: string, library: LargeLibrary): Record<string, unknown> {
  const { series, booksPerSeries, pagesPerBook, formats = ['cbz'], kinds, seed = 1, pageKb = 45 } = library
  const args = [
    ...[join(SHARED, 'tools/make-library.py'), folder],
    ...['--series', series, '--books', booksPerSeries, '--pages', pagesPerBook],
    ...['--formats', formats.join(','), '--seed', seed, '--page-kb', pageKb],
    ...(kinds ? ['--kinds', kinds.join(',')] : []),
  ]
  const made = spawnSync('python3', args.map(String), { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`make-library.py failed: ${made.stderr ?? made.error?.message}`)
  return JSON.parse(made.stdout) as Record<string, unknown>
}
