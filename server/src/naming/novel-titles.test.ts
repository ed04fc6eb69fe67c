// The series of a novel outside all folders has the title of its book.
import { expect, test } from 'bun:test'
import { type NamingChoice, namingOf } from './naming-settings'

const NOTHING = { title: null, series: null, number: null, volume: null, chapter: null }
const FOLDERS: NamingChoice = {
  seriesStrategy: 'series_volume',
  seriesConfig: undefined,
  bookStrategy: 'smart',
  bookConfig: undefined,
  numberStrategy: 'smart',
  titlePreprocessingRules: undefined,
}

test.each<[string, { title: string; series?: string }, string]>([
  ['kavita-golden-harpoon.epub', { title: 'The Golden  Harpoon' }, 'The Golden Harpoon'],
  ['report.pdf', { title: 'Annual Report' }, 'Annual Report'],
  ['readium-tiny-2-ncx.epub', { title: 'Tiny EPUB 2 Linear' }, 'Tiny EPUB 2 Linear'],
  // Titles of programs and comics, books of a series, volumes, and files in folders: as on the disk.
  ['report.pdf', { title: 'Microsoft Word - Document1' }, 'report'],
  ['standalone.cbz', { title: 'The Court of Owls' }, 'standalone'],
  ['foundation.epub', { title: 'Second Foundation', series: 'Foundation' }, 'foundation'],
  ['harpoon v02.epub', { title: 'The Second Harpoon' }, 'harpoon v02'],
  ['Harpoon/harpoon.epub', { title: 'The Golden Harpoon' }, 'Harpoon'],
])('of %s with %p is %p in a library of folders', (path, inside, title) => {
  const naming = namingOf(FOLDERS)
  const place = naming.place(path, { ...NOTHING, ...inside })
  expect(place.title).toBe(title)
  // The same series as before the file was read.
  expect(place.path).toBe(naming.place(path, null).path)
  const fileName = path.slice(path.lastIndexOf('/') + 1)
  const file = { path, fileName, inside: { ...NOTHING, ...inside }, seriesBooks: 1 }
  if (title === inside.title.replace(/ +/g, ' ')) expect(naming.book(file, place).title).toBe(title)
})

test('follows the metadata of single novels alone in a library of folders', () => {
  const { placesByMetadata, place } = namingOf(FOLDERS)
  const paths = ['a.epub', 'a.PDF', 'a.cbz', 'a/a.epub']
  expect(paths.map(path => placesByMetadata(path))).toEqual([true, true, false, false])
  // A library that names books after their files names series so, too.
  const byName = namingOf({ ...FOLDERS, bookStrategy: 'filename' })
  expect(byName.place('moby.epub', { ...NOTHING, title: 'Moby Dick' }).title).toBe('moby')
  expect(place('moby.epub', null).title).toBe('moby')
})
