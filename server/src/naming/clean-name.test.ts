import { expect, test } from 'bun:test'
import { cleanName } from './clean-name.rules'
import { editionsAmong } from './editions.rules'
import { genericTitles } from './generic-title.rules'

test.each<[string, string]>([
  ['Saga 001 (of 06) (2012) (Digital) (Zone-Empire)', 'Saga 001'],
  ['Last Dragon 00023 v08 (2012) (Digital) (danke-Empire)', 'Last Dragon 00023 v08'],
  ['Series v15 - c126 (2023) (1r0n)', 'Series v15 - c126'],
  ['Science Comics 001 (1946)', 'Science Comics 001'],
  ['[HorribleSubs] Series Ch. 42 [1080p]', 'Series Ch. 42'],
  ['Batman 012 (2016-03) (Webrip) (The Last Kryptonian-DCP)', 'Batman 012'],
  ['Batman 012 (variant cover) (2016) (c2c)', 'Batman 012 (variant cover)'],
  ['Ordered 10 [ScanGroup]', 'Ordered 10'],
  ['Ordered v02 [Blue Scans] [2012]', 'Ordered v02'],
  ['Avengers 012 (Team Issue)', 'Avengers 012 (Team Issue)'],
  ['Genesis [Team Red]', 'Genesis [Team Red]'],
  ['Batman (Digital) 012', 'Batman 012'],
  ['Spider-Man_001', 'Spider-Man 001'],
  // A year or a name in brackets may be all that distinguishes a book.
  ['Batman Annual (2016)', 'Batman Annual (2016)'],
  ['Batman Annual (2016) (Digital)', 'Batman Annual (2016)'],
  ['Batman (2011) (42)', 'Batman (42)'],
  ['[One Piece] v01', '[One Piece] v01'],
  ['[Oshi no Ko] Tome 01 (2023)', '[Oshi no Ko] Tome 01'],
  ['[Oshi no Ko] Bd. 2', '[Oshi no Ko] Bd. 2'],
  ['[01] The Beginning', '[01] The Beginning'],
  ['[1999] The Beginning', '[1999] The Beginning'],
  ['Saga 001 (2012) (Part 2) (Digital)', 'Saga 001 (Part 2)'],
  ['Akira [Colour]', 'Akira [Colour]'],
  ['Akira(Colour) (c2c)', 'Akira(Colour)'],
  ['Watchmen (Deluxe Edition)', 'Watchmen (Deluxe Edition)'],
  ['(Digital)', '(Digital)'],
  ['東京 第1巻 (Digital)', '東京 第1巻'],
  ['Naruto 042', 'Naruto 042'],
  ['Adventure 01 (Digital Monsters)', 'Adventure 01 (Digital Monsters)'],
  ['Adventure 01 (Digital Monsters) (2001) (Digital-HD)', 'Adventure 01 (Digital Monsters)'],
  ['Adventure 01 (Digital Rip)', 'Adventure 01'],
  ['Adventure 01 (Digital Comic) (Digital First) (Digital Deluxe Edition)', 'Adventure 01'],
  ['A(((((', 'A((((('],
])('the name %s is the title %s', (stem, title) => {
  expect(cleanName(stem)).toBe(title)
})

test('a leading name in brackets that the series has is part of the title', () => {
  expect(cleanName('[Rec] Genesis 01 (Digital)', { seriesTitle: '[Rec] Genesis' })).toBe('[Rec] Genesis 01')
  expect(cleanName('[rec]_Genesis_01', { seriesTitle: '[Rec]' })).toBe('[rec] Genesis 01')
  expect(cleanName('[Group] Genesis 01', { seriesTitle: '[Rec] Genesis' })).toBe('Genesis 01')
})

test('without a folder, a leading name in brackets goes only if it reads as a group', () => {
  const loose = (stem: string) => cleanName(stem, { isLoose: true })
  expect(loose('[Rec] Genesis 01')).toBe('[Rec] Genesis 01')
  expect(loose('[Blue Scans] Genesis 01')).toBe('Genesis 01')
  expect(loose('[Blue] Genesis 01 [1080p]')).toBe('Genesis 01')
  expect(loose('[Blue] Genesis Ch. 42')).toBe('Genesis Ch. 42')
})

test('a year stays if another file differs in it only', () => {
  const dated = (stem: string) => cleanName(stem, { hasOtherEdition: true })
  expect(dated('Thor 001 (1998)')).toBe('Thor 001 (1998)')
  expect(dated('Thor 001 (of 06) (2007-09) (Digital) (Zone-Empire)')).toBe('Thor 001 (2007-09)')
  expect(dated('Thor 001 (Digital) (2007)')).toBe('Thor 001 (2007)')
})

test('editions are files of one folder that differ in the year', () => {
  const paths = ['Thor/Thor 001 (1998).cbz', 'Thor/Thor 001 (of 06) (2007) (Digital).cbz', 'Thor/Thor 002 (1998).cbz']
  const others = ['Other/Thor 001 (2011).cbz', 'Thor/Thor 002 (1998) (Digital).cbz', 'Thor Annual (1998).cbz']
  const among = (files: readonly string[]) => [...editionsAmong(files, path => ({ folder: 1, path }))]
  expect(among([...paths, ...others])).toEqual(paths.slice(0, 2))
  expect(among(['Thor/Thor 001.cbz', 'Thor/Thor 001 (2007).cbz'])).toHaveLength(2)
  expect([...editionsAmong(paths, path => ({ folder: path, path }))]).toEqual([])
})

test('titles written by programs say nothing', () => {
  const isGeneric = genericTitles([])
  const said = ['Microsoft Word - Document1', 'Untitled-2', 'PowerPoint Presentation', 'scan_07.indd', 'Document 12']
  expect(said.filter(title => !isGeneric(title))).toEqual([])
  const titles = ['Microsoft: A History', 'Presentation of the Self', 'Document Z', 'The Book 1984 Was About']
  expect(titles.filter(isGeneric)).toEqual([])
})
