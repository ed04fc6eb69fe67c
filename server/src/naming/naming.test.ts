import { describe, expect, test } from 'bun:test'
import { AppError } from '../kernel/app-error'
import { type NamingChoice, namingOf } from './naming-settings'
import { volumeOf } from './series-volume-chapter.rules'

const NOTHING = { title: null, series: null, number: null, volume: null, chapter: null }

function choice(part: Partial<NamingChoice>): NamingChoice {
  return {
    seriesStrategy: 'series_volume',
    seriesConfig: undefined,
    bookStrategy: 'smart',
    bookConfig: undefined,
    numberStrategy: 'smart',
    titlePreprocessingRules: undefined,
    ...part,
  }
}

type Series = Pick<NamingChoice, 'seriesStrategy' | 'seriesConfig'>
const series = (seriesStrategy: NamingChoice['seriesStrategy'], seriesConfig?: object): Series => ({
  seriesStrategy,
  seriesConfig,
})

describe('the series of a file', () => {
  const regex = String.raw`^(?P<publisher>[^/]+)/(?P<series>[^/]+)/(?P<book>.+)\.(cbz|cbr|epub|pdf)$`
  test.each<[string, Series, string]>([
    ['Batman/issue1.cbz', series('series_volume'), 'Batman'],
    ['Batman/Year One/issue1.cbz', series('series_volume'), 'Year One'],
    ['standalone.cbz', series('series_volume'), 'standalone'],
    ['Say Hello to Black Jack Filter/1.cbz', series('series_volume'), 'Say Hello to Black Jack Filter'],
    // As documented: the first folder is the series.
    ['One Piece/Volume 01/Chapter 001/file.cbz', series('series_volume_chapter'), 'One Piece'],
    ['One Piece/Volume 01/Extras/file.cbz', series('series_volume_chapter'), 'One Piece'],
    ['One Piece/Chapter 001.cbz', series('series_volume_chapter'), 'One Piece'],
    ['standalone.cbz', series('series_volume_chapter'), 'Unsorted'],
    ['[One Piece] v01.cbz', series('flat'), 'One Piece'],
    ['Batman - The Long Halloween #01.cbz', series('flat'), 'Batman'],
    ['Spider-Man_001.cbz', series('flat'), 'Spider-Man'],
    ['Batman 001.cbz', series('flat'), 'Batman'],
    ['One Piece Vol. 15.cbz', series('flat'), 'One Piece'],
    ['One Piece T15.cbz', series('flat'), 'One Piece'],
    ['One Piece, Band 15.cbz', series('flat'), 'One Piece'],
    ['Jungle Book 2.cbz', series('flat'), 'Jungle Book'],
    ['Batman #42.cbz', series('flat'), 'Batman'],
    ['Saga (v17) c082.cbz', series('flat'), 'Saga'],
    ['Saga [Vol. 17] c082.cbz', series('flat', { filenamePatterns: ['nothing'] }), 'Saga'],
    ['Arc 7.cbz', series('flat'), 'Arc'],
    ['2001.cbz', series('flat'), '2001'],
    ['Batman 001.cbz', series('flat', { requireMetadata: true }), 'Unknown'],
    ['x~Saga~1.cbz', series('flat', { filenamePatterns: ['nothing', '~([^~]+)~'] }), 'Saga'],
    ['Marvel/Spider-Man/issue1.cbz', series('publisher_hierarchy'), 'Spider-Man'],
    ['DC/2024/Batman/issue1.cbz', series('publisher_hierarchy', { skipDepth: 2 }), 'Batman'],
    ['Marvel/standalone.cbz', series('publisher_hierarchy'), 'Unsorted'],
    ['Brandon Sanderson/Mistborn (45)/Mistborn.epub', series('calibre'), 'Mistborn'],
    [
      'Brandon Sanderson/Mistborn (45)/Mistborn.epub',
      series('calibre', { seriesMode: 'by_author' }),
      'Brandon Sanderson',
    ],
    ['Brandon Sanderson/Mistborn (45)/M.epub', series('calibre', { stripIdSuffix: false }), 'Mistborn (45)'],
    ['Batman/issue1.cbz', series('custom', { pattern: '(?P<series>[^/]+)/(?P<book>.+)' }), 'Batman'],
    [
      'Marvel/Spider-Man/issue1.cbz',
      series('custom', { pattern: regex, seriesNameTemplate: '{publisher} - {series}' }),
      'Marvel - Spider-Man',
    ],
    ['Some Folder/random.txt', series('custom', { pattern: regex }), 'Some Folder'],
  ])('%s by %p is %p', (path, strategy, title) => {
    expect(namingOf(choice(strategy)).place(path, null).title).toBe(title)
  })

  test('keeps the publisher of skipped folders and groups', () => {
    const skip = namingOf(choice(series('publisher_hierarchy', { skipDepth: 2 })))
    expect(skip.place('DC/2024/Batman/issue1.cbz', null).publisher).toBe('DC/2024')
    const custom = namingOf(choice(series('custom', { pattern: regex })))
    expect(custom.place('Marvel/Spider-Man/1.cbz', null)).toMatchObject({ publisher: 'Marvel', title: 'Spider-Man' })
  })

  test('is one for all its spellings, and never one for two folders', () => {
    const flat = namingOf(choice(series('flat')))
    expect(flat.place('Batman 001.cbz', null).path).toBe(flat.place('batman 002.cbz', null).path)
    const folders = namingOf(choice({}))
    expect(folders.place('A/Extras/1.cbz', null).path).not.toBe(folders.place('B/Extras/1.cbz', null).path)
    expect(folders.place('one.cbz', null).path).not.toBe(folders.place('two.cbz', null).path)
  })

  test('is read from the metadata if the strategy does so', () => {
    const inside = { ...NOTHING, series: 'The Stormlight Archive' }
    const calibre = namingOf(choice(series('calibre', { seriesMode: 'from_metadata' })))
    expect(calibre.placesByMetadata('a/b/c.cbz')).toBe(true)
    expect(calibre.place('Brandon Sanderson/Oathbringer (9)/o.epub', inside).title).toBe('The Stormlight Archive')
    expect(calibre.place('Brandon Sanderson/Oathbringer (9)/o.epub', null).title).toBe('Oathbringer')
    // An author's folder is no series: a novel on its own has its own title.
    for (const name of ['Moby Dick', 'Herman Melville - Moby Dick', 'Moby Dick - Herman Melville'])
      expect(calibre.place(`Herman Melville/${name}.epub`, null).title).toBe('Moby Dick')
    expect(calibre.place('Brandon Sanderson/Oathbringer.epub', inside).title).toBe('The Stormlight Archive')
    expect(calibre.place('Moby Dick.epub', null).title).toBe('Moby Dick')
    const novel = { ...NOTHING, title: 'Moby Dick; or,  The Whale' }
    const place = calibre.place('Herman Melville/moby.epub', novel)
    expect(place).toEqual({ path: 'Herman Melville/moby', title: 'Moby Dick; or, The Whale' })
    expect(calibre.book({ path: 'moby.epub', fileName: 'moby.epub', inside: novel, seriesBooks: 1 }, place).title).toBe(
      place.title,
    )
    const byName = namingOf(
      choice({ ...series('calibre', { seriesMode: 'from_metadata' }), bookStrategy: 'series_name' }),
    )
    const second = { path: 'moby.epub', fileName: 'moby.epub', inside: { ...novel, volume: 2 }, seriesBooks: 1 }
    expect(byName.book(second, place).title).toBe('Moby Dick; or, The Whale v.02')
    expect(calibre.place('Herman Melville/moby.epub', { ...NOTHING, title: 'Untitled' }).title).toBe('moby')
    const flat = namingOf(choice(series('flat', { requireMetadata: true })))
    expect(flat.place('x.cbz', inside).title).toBe('The Stormlight Archive')
  })

  test.each<[string, number | undefined]>([
    ['Volume 01', 1],
    ['Vol. 1', 1],
    ['v02', 2],
    ['Extras', undefined],
  ])('the folder %s is volume %p', (folder, volume) => {
    expect(volumeOf(folder)).toBe(volume)
  })

  test.each<[string, number | undefined, number | undefined]>([
    ['One Piece/Volume 01/Ch. 15.5.cbz', 1, 15.5],
    ['One Piece/v02/#42.cbz', 2, 42],
    ['One Piece/Vol. 3/One Piece 500.cbz', 3, 500],
    ['One Piece/Volume 04/Chapter 007/file.cbz', 4, 7],
  ])('%s is volume %p, chapter %p', (path, volume, chapter) => {
    const naming = namingOf(choice(series('series_volume_chapter')))
    const place = naming.place(path, null)
    const fileName = path.slice(path.lastIndexOf('/') + 1)
    expect(naming.book({ path, fileName, inside: null, seriesBooks: 1 }, place)).toMatchObject({ volume, chapter })
  })
})

describe('names on the disk', () => {
  const place = { title: 'Akira' }
  const titleOf = (fileName: string) =>
    namingOf(choice({})).book({ path: `Akira/${fileName}`, fileName, inside: null, seriesBooks: 1 }, place).title

  test('lose direction marks and control characters, and keep joiners', () => {
    expect(titleOf('\u202eAkira\u200b\u0007 \u200f01\u2069.cbz')).toBe('Akira 01')
    expect(titleOf('\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.cbz')).toBe(
      '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    )
    expect(namingOf(choice({})).ownNumber('\u200e007\u200e.cbz', null)).toBe(7)
    const naming = namingOf(choice(series('publisher_hierarchy')))
    const folder = '\u202eMarvel/Spider\u2066-Man'
    expect(naming.place(`${folder}/1.cbz`, null)).toEqual({ path: folder, publisher: 'Marvel', title: 'Spider-Man' })
    expect(naming.place('\u2066/Thor/1.cbz', null)).toEqual({ path: '\u2066/Thor', title: 'Thor' })
  })

  test('of which nothing can be seen are untitled', () => {
    expect(titleOf('\u200b \u3164.cbz')).toBe('Untitled')
    expect(namingOf(choice({})).place('\u2060/1.cbz', null)).toEqual({ path: '\u2060', title: 'Untitled' })
  })
})

describe('rules for titles', () => {
  const digital = { pattern: String.raw`\s*\(Digital\)\s*$`, replacement: '' }
  const volume = { pattern: String.raw`\s+v\d+$`, replacement: '' }
  const year = { pattern: String.raw`\s*\(\d{4}\)$`, replacement: '' }
  const brackets = { pattern: String.raw`\s*\[[^\]]*\]`, replacement: '' }
  const spaces = { pattern: String.raw`\s+`, replacement: ' ' }
  const trim = { pattern: String.raw`^\s+|\s+$`, replacement: '' }
  const swap = { pattern: String.raw`^(\w+) (\w+)$`, replacement: '$2, $1' }
  test.each<[string, object[], string]>([
    ['One Piece (Digital)', [digital], 'One Piece'],
    ['Naruto(Digital)', [digital], 'Naruto'],
    ['Series Name v123', [volume], 'Series Name'],
    ['Batman (2016)', [year], 'Batman'],
    ['Title [v1] [HQ]', [brackets], 'Title'],
    ['  Too   Many   Spaces  ', [spaces, trim], 'Too Many Spaces'],
    ['  One Piece [Digital] (Digital) ', [brackets, spaces, trim, digital], 'One Piece'],
    ['John Doe', [swap], 'Doe, John'],
    ['John Doe', [{ ...swap, enabled: false }], 'John Doe'],
    ['Batman', [{ pattern: '.*', replacement: '' }], 'Batman'],
  ])('%p by %p is %p', (folder, rules, title) => {
    const naming = namingOf(choice({ titlePreprocessingRules: rules }))
    expect(naming.place(`${folder}/1.cbz`, null)).toEqual({ path: folder, title })
  })
})

describe('a smart title', () => {
  test.each<[string, string, string | null, string, string]>([
    ['none, and tags of a release', 'Batman 001 (2012) (Digital) (danke-Empire)', null, 'Batman', 'Batman 001'],
    ['says more', 'Batman 001', 'The Court of Owls', 'Batman', 'The Court of Owls'],
    ['none', 'Batman 001', null, 'Batman', 'Batman 001'],
    ['empty', 'Batman 001', '  ', 'Batman', 'Batman 001'],
    ['a volume', 'Naruto v03', 'Volume 3', 'Naruto', 'Naruto v03'],
    ['a short volume', 'Naruto v03', 'Vol. 3', 'Naruto', 'Naruto v03'],
    ['a chapter', 'Naruto c012', 'Chapter 12.5', 'Naruto', 'Naruto c012'],
    ['an issue', 'Batman 004', 'Issue #4', 'Batman', 'Batman 004'],
    ['a sign and a number', 'Batman 004', '#4', 'Batman', 'Batman 004'],
    ['a bare number', 'Batman 004', '004', 'Batman', 'Batman 004'],
    ['a part', 'Batman 004', 'Part 4', 'Batman', 'Batman 004'],
    ['an episode', 'Tower 04', 'Episode 4', 'Tower', 'Tower 04'],
    ['a volume with a name', 'Naruto v03', 'Volume 3: Dreams', 'Naruto', 'Volume 3: Dreams'],
    ['the series', 'One Piece v01', 'One Piece', 'One Piece', 'One Piece v01'],
    ['the series, whose name is the book', 'pride-and-prejudice', 'Pride and Prejudice', 'Jane', 'Pride and Prejudice'],
    ['the book, in a folder of its name', 'dune', 'Dune', 'Dune', 'Dune'],
    ['the book, whose file names the author too', 'dune - frank herbert', 'Dune', 'Dune', 'Dune'],
    ['white space inside', 'b', 'A  long\n title', 'B', 'A long title'],
  ])('%s', (_what, stem, inside, series, title) => {
    const named = namingOf(choice({})).book(
      { path: `${series}/${stem}.cbz`, fileName: `${stem}.cbz`, inside: { ...NOTHING, title: inside }, seriesBooks: 3 },
      { title: series },
    )
    expect(named.title).toBe(title)
  })
})

describe('other titles', () => {
  const piece = String.raw`^(?P<series>[A-Za-z_]+?)_v(?P<volume>\d+)(?:_c(?P<chapter>\d+))?$`
  const dawn = String.raw`^(?P<series>.+) - (?P<volume>\d+)x(?P<chapter>\d+) - (?P<title>.+)$`
  const template = '{series} v.{volume} c.{chapter}'
  const inside = { ...NOTHING, title: 'Volume 3', series: 'Saga', volume: 3 }
  type Case = [string, Partial<NamingChoice>, typeof NOTHING | typeof inside | null, number, string]
  test.each<Case>([
    ['Saga v03', { bookStrategy: 'filename' }, inside, 5, 'Saga v03'],
    ['Saga v03', { bookStrategy: 'metadata_first' }, inside, 5, 'Volume 3'],
    ['Saga v03', { bookStrategy: 'metadata_first' }, null, 5, 'Saga v03'],
    ['Saga v03', { bookStrategy: 'metadata_first' }, { ...inside, title: 'Microsoft Word - Document1' }, 5, 'Saga v03'],
    [
      'x',
      { bookStrategy: 'smart', bookConfig: { additionalGenericPatterns: ['^Band '] } },
      { ...NOTHING, title: 'Band eins' } as never,
      5,
      'x',
    ],
    ['a v1', { bookStrategy: 'series_name' }, null, 5, 'One Piece v.01'],
    ['a v1 c5', { bookStrategy: 'series_name' }, null, 5, 'One Piece v.01 c.005'],
    ['a v42', { bookStrategy: 'series_name' }, null, 120, 'One Piece v.042'],
    ['a v10 c999', { bookStrategy: 'series_name' }, null, 1200, 'One Piece v.10 c.0999'],
    ['a', { bookStrategy: 'series_name' }, { ...NOTHING, volume: 1.5 } as never, 5, 'One Piece v.01.5'],
    ['a', { bookStrategy: 'series_name' }, null, 5, 'a'],
    [
      'One_Piece_v012_c145',
      { bookStrategy: 'custom', bookConfig: { pattern: piece, titleTemplate: template } },
      null,
      5,
      'One_Piece v.012 c.145',
    ],
    [
      'One_Piece_v01',
      { bookStrategy: 'custom', bookConfig: { pattern: piece, titleTemplate: template } },
      null,
      5,
      'One_Piece v.01 c.',
    ],
    [
      'One Piece - 01x05 - Romance Dawn',
      { bookStrategy: 'custom', bookConfig: { pattern: dawn, titleTemplate: '{title}' } },
      null,
      5,
      'Romance Dawn',
    ],
    [
      'else',
      { bookStrategy: 'custom', bookConfig: { pattern: dawn, fallback: 'metadata_first' } },
      inside,
      5,
      'Volume 3',
    ],
  ])('%s by %p', (stem, part, metadata, seriesBooks, title) => {
    const file = { path: `One Piece/${stem}.cbz`, fileName: `${stem}.cbz`, inside: metadata as never, seriesBooks }
    expect(namingOf(choice(part)).book(file, { title: 'One Piece' }).title).toBe(title)
  })
})

describe('numbers', () => {
  test.each<[NamingChoice['numberStrategy'], string | null, number | null, boolean]>([
    ['file_order', '7', null, true],
    ['metadata', '7', 7, false],
    ['metadata', null, null, false],
    ['filename', '7', 12, false],
    ['smart', '7', 7, true],
    ['smart', null, 12, true],
  ])('by %s with %p inside', (numberStrategy, inside, number, isPositional) => {
    const naming = namingOf(choice({ numberStrategy }))
    expect(naming.ownNumber('Batman #12.cbz', inside)).toBe(number)
    expect(naming.isPositional('Batman.cbz')).toBe(isPositional)
    // A novel has no number but its own, unless the order of the files is its number.
    expect(naming.isPositional('Emma.epub')).toBe(numberStrategy === 'file_order')
  })

  test('of a custom pattern become volume and chapter', () => {
    const pattern = String.raw`^(?P<series>.+)-(?P<volume>\d+)-(?P<chapter>[\d.]+)$`
    const naming = namingOf(choice({ bookStrategy: 'custom', bookConfig: { pattern, titleTemplate: '{filename}' } }))
    const file = { path: 'x/a-3-10.5.cbz', fileName: 'a-3-10.5.cbz', inside: null, seriesBooks: 1 }
    expect(naming.book(file, { title: 'x' })).toMatchObject({ title: 'a-3-10.5', volume: 3, chapter: 10.5 })
  })

  test('and titles prefer the metadata to the file name', () => {
    const inside = { title: 'The Gift', series: null, number: '7', volume: 2, chapter: 7 }
    const file = { path: 'Saga/Saga v01 c003.cbz', fileName: 'Saga v01 c003.cbz', seriesBooks: 1 }
    expect(namingOf(choice({})).book({ ...file, inside }, { title: 'Saga' })).toMatchObject({
      title: 'The Gift',
      searchText: 'the gift saga v01 c003',
      number: 7,
      volume: 2,
      chapter: 7,
    })
    expect(namingOf(choice({})).book({ ...file, inside: null }, { title: 'Saga' })).toMatchObject({
      title: 'Saga v01 c003',
      searchText: 'saga v01 c003',
      number: 1,
      volume: 1,
      chapter: 3,
    })
  })
})

test.each<[Partial<NamingChoice>, string]>([
  [series('custom', {}), 'seriesConfig.pattern'],
  [series('custom', { pattern: '(' }), 'seriesConfig.pattern'],
  [series('custom', { pattern: '(?<=a)b' }), 'seriesConfig.pattern'],
  [series('flat', { filenamePatterns: ['a', '['] }), 'seriesConfig.filenamePatterns[1]'],
  [series('publisher_hierarchy', { skipDepth: -1 }), 'seriesConfig.skipDepth'],
  [{ bookStrategy: 'custom', bookConfig: { pattern: '*' } }, 'bookConfig.pattern'],
  [{ bookConfig: { additionalGenericPatterns: ['('] } }, 'bookConfig.additionalGenericPatterns[0]'],
  [{ titlePreprocessingRules: [{ pattern: ')', replacement: '' }] }, 'titlePreprocessingRules[0].pattern'],
  [{ titlePreprocessingRules: {} }, 'titlePreprocessingRules'],
])('%p is refused by the name of what is wrong', (part, path) => {
  let refused: unknown
  try {
    namingOf(choice(part))
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'BadRequest', facts: { path } })
})

test('a pattern that would never end elsewhere ends here', () => {
  const naming = namingOf(choice(series('custom', { pattern: '^(?P<series>(a+)+)$' })))
  expect(naming.place(`${'a'.repeat(20_000)}!/1.cbz`, null).title).toStartWith('aaaa')
})
