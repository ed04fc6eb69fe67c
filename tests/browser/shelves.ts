// The libraries of these tests.
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ComicOptions, comic, writeLibrary } from '../kit/books'
import { jpegImage, pageColour } from '../kit/images'
import { FIXTURES } from '../kit/paths'
import { type ZipEntry, zip } from '../kit/zip'

/** Copies real files: place in the library -> path below the fixtures. */
export function copyFixtures(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [place, fixture] of Object.entries(files)) {
    const target = join(folder, place)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(FIXTURES, fixture), target)
  }
}

/** A small library with every kind of book, real ones, and one that is broken. */
export function fillWithFixtures(folder: string): void {
  copyFixtures(folder, {
    'Science Comics/Science Comics 001 (1946).cbz': 'cbz/Science Comics 001 (1946).cbz',
    'Captain Science/Captain Science 001.cbr': 'cbr/Captain Science #001-cix-cbi.cbr',
    'Captain Science/Captain Science 002.cbz': 'hostile/truncated-half.cbz',
    'Lewis Carroll/Alice.epub': 'epub/stump-alice.epub',
    'Papers/tracemonkey.pdf': 'pdf/tracemonkey.pdf',
  })
}

/** Three volumes of one series, pages in the colours of `pageColour`. */
export async function writeSeries(
  folder: string,
  series: string,
  options: ComicOptions & { readonly volumes?: number },
): Promise<void> {
  const { volumes = 3, ...book } = options
  for (let volume = 1; volume <= volumes; volume++) {
    writeLibrary(folder, { [`${series}/${series} ${String(volume).padStart(2, '0')}.cbz`]: await comic(book) })
  }
}

/** A comic whose page `wide` (from 1) is two pages on one sheet. */
export async function comicWithWidePage(pages: number, wide: number): Promise<Uint8Array> {
  const entries: ZipEntry[] = []
  for (let page = 1; page <= pages; page++) {
    const size = { width: page === wide ? 1200 : 600, height: 900 }
    entries.push({ name: `p${page}.jpg`, data: await jpegImage(size, pageColour(page - 1)), method: 'store' })
  }
  return zip(entries)
}
