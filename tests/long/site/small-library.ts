import { comic, ebook, writeLibrary } from '../../kit/books'
import { random } from '../harness/random'

export const PAGES = 12

/** Writes a mixed library: comics, ebooks, duplicates, and misnamed files. */
export async function writeSmallLibrary(folder: string, series = 6, booksPerSeries = 6): Promise<number> {
  const draw = random(series * 1000 + booksPerSeries)
  const files: Record<string, Uint8Array | string> = {}
  for (let s = 1; s <= series; s++) {
    for (let b = 1; b <= booksPerSeries; b++) {
      const name = `Series ${s}/Series ${s} v${String(b).padStart(2, '0')}`
      // Sizes differ, so that no two files have the same bytes.
      const size = { width: 60 + draw.whole(60), height: 90 + draw.whole(60) }
      if (b % 6 === 0) files[`${name}.epub`] = sampleEbook(`Series ${s} ${b}`)
      else files[`${name}.cbz`] = await comic({ pages: PAGES, size, comicInfo: { Series: `Series ${s}`, Number: b } })
    }
  }
  const [first] = Object.values(files)
  files['Series 1/Series 1 v98.cbz'] = 'not an archive'
  files['Series 1/Series 1 v99.cbz'] = (first as Uint8Array).slice(0, 400)
  writeLibrary(folder, files)
  return Object.keys(files).length
}

function sampleEbook(title: string): Uint8Array {
  const chapters = ['One', 'Two', 'Three'].map(heading => ({ title: heading, paragraphs: [`${title} ${heading}`] }))
  return ebook({ title, chapters })
}
