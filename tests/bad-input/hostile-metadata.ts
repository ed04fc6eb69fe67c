import {
  CJK,
  cjk,
  epub,
  field,
  GROWING,
  type HostileKind,
  info,
  letters,
  subject,
  title,
  withInfo,
  words,
} from './hostile-makers'

const TEXT_FIELDS = ['Title', 'Series', 'Publisher', 'Imprint', 'LanguageISO', 'Format', 'AgeRating', 'Number'] as const

export const COUNTS: readonly HostileKind[] = [
  info(
    '100,000 tags',
    field('Tags', () => words(100_000, 't').join()),
  ),
  info(
    '50,000 genres',
    field('Genre', () => words(50_000, 'g').join()),
  ),
  info(
    '20,000 writers',
    field('Writer', () => words(20_000, 'w').join()),
  ),
  info(
    '30,000 translators of 80 letters',
    field('Translator', () => words(30_000, letters(80)).join()),
  ),
  info('writers in every role', () =>
    ['Writer', 'Penciller', 'Inker', 'Colorist', 'Letterer', 'CoverArtist', 'Editor', 'Translator']
      .map(role => `<${role}>${words(5_000, role).join()}</${role}>`)
      .join(''),
  ),
  info(
    '40,000 tags of CJK',
    field('Tags', () => Array.from({ length: 40_000 }, (_, i) => `${CJK}${i}`).join()),
  ),
  epub('60,000 subjects', () => ({ metadata: words(60_000, 's').map(subject).join('') })),
  epub('20,000 creators', () => ({
    metadata: words(20_000, 'c')
      .map(one => `<dc:creator>${one}</dc:creator>`)
      .join(''),
  })),
  epub('20,000 identifiers', () => ({
    metadata: Array.from({ length: 20_000 }, (_, i) => {
      const body = `978${String(i).padStart(9, '0')}`
      const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
      return `<dc:identifier>urn:isbn:${body}${(10 - (sum % 10)) % 10}</dc:identifier>`
    }).join(''),
  })),
  epub('20,000 spine items of one document', () => ({ spine: '<itemref idref="c"/>'.repeat(20_000) }), 'whole'),
  {
    name: '64 books with 220 new tags each',
    said: 'whole',
    files: () =>
      Promise.all(
        Array.from({ length: 64 }, async (_, book) => ({
          path: `b${book}.cbz`,
          bytes: await withInfo(`<Tags>${words(220, `u${book}-`).join()}</Tags>`),
        })),
      ),
  },
  {
    name: '40 books with 40,000 shared tags',
    said: 'cut',
    files: async () => {
      const bytes = await withInfo(`<Tags>${words(40_000, 'shared').join()}</Tags>`)
      return Array.from({ length: 40 }, (_, book) => ({ path: `b${book}.cbz`, bytes }))
    },
  },
]

export const LENGTHS: readonly HostileKind[] = [
  ...TEXT_FIELDS.map(name =>
    info(
      `${name} of 3,000 letters`,
      field(name, () => letters(3_000)),
    ),
  ),
  ...(['Genre', 'Tags', 'Writer'] as const).map(name =>
    info(
      `${name} of 3,000 letters`,
      field(name, () => letters(3_000)),
    ),
  ),
  info(
    'title of 950 CJK letters',
    field('Title', () => cjk(950)),
  ),
  info(
    'series of 950 CJK letters',
    field('Series', () => cjk(950)),
  ),
  info(
    'tag of 950 CJK letters',
    field('Tags', () => cjk(950)),
  ),
  info(
    'title of 3.9 MB of CJK',
    field('Title', () => cjk(1_300_000)),
  ),
  info(
    'title that grows when folded',
    field('Title', () => GROWING.repeat(250)),
  ),
  info(
    'tags that grow when folded',
    field('Tags', () => `${GROWING.repeat(120)},${GROWING.repeat(100)}x`),
  ),
  info(
    'title of 100,000 combining marks',
    field('Title', () => `a${'\u0301'.repeat(100_000)}`),
  ),
  info(
    'title of 100,000 digits',
    field('Title', () => '7'.repeat(100_000)),
  ),
  info(
    'title of one word of 2,500 letters',
    field('Title', () => letters(2_500)),
  ),
  info(
    'title of 200,000 words',
    field('Title', () => words(200_000, 'w').join(' ')),
  ),
  info(
    'summary of 3.9 MB',
    field('Summary', () => cjk(1_300_000)),
  ),
  info(
    'web address of 100,000 letters',
    field('Web', () => `https://example.org/${letters(100_000)}`),
  ),
  epub('title of 3 MB', () => ({ metadata: title(letters(3_000_000)) })),
  epub('subject of 10,000 letters', () => ({ metadata: subject(letters(10_000)) })),
  epub('creator whose sort name is 10,000 letters', () => ({
    metadata: `<dc:creator opf:file-as="${letters(10_000)}" xmlns:opf="http://www.idpf.org/2007/opf">A</dc:creator>`,
  })),
  epub('publisher of 10,000 letters', () => ({ metadata: `<dc:publisher>${letters(10_000)}</dc:publisher>` })),
  epub('language of 10,000 letters', () => ({ metadata: `<dc:language>${letters(10_000)}</dc:language>` })),
  epub('series of 10,000 letters', () => ({ metadata: `<meta name="calibre:series" content="${letters(10_000)}"/>` })),
  epub('description of 3 MB', () => ({ metadata: `<dc:description>${letters(3_000_000)}</dc:description>` })),
]

export const CHARACTERS: readonly HostileKind[] = [
  epub(
    'NUL in an attribute',
    () => ({ metadata: '<meta name="calibre:series" content="Zero\u0000Series"/>' }),
    'whole',
  ),
  epub(
    'NUL by reference in an attribute',
    () => ({ metadata: '<meta name="calibre:series" content="Zero&#0;S"/>' }),
    'whole',
  ),
  epub(
    'half a letter in an attribute',
    () => ({ metadata: '<meta name="calibre:series" content="Half&#xD800;S"/>' }),
    'whole',
  ),
  epub('NUL in a sort name', () => ({ metadata: '<dc:creator file-as="A\u0000B">A</dc:creator>' }), 'whole'),
  epub(
    'NUL in a group position',
    () => ({
      metadata:
        '<meta property="belongs-to-collection" id="s">S</meta><meta refines="#s" property="group-position">1\u0000</meta>',
    }),
    'whole',
  ),
  epub('NUL in a language', () => ({ metadata: '<dc:language>e\u0000n</dc:language>' }), 'whole'),
  info(
    'NUL in tags',
    field('Tags', () => 'a\u0000b,c\u0000d'),
    'whole',
  ),
  info(
    'half letters in tags',
    () => Buffer.from('\uFEFF<ComicInfo><Tags>a\uD800,b\uDC00c</Tags></ComicInfo>', 'utf16le'),
    'error',
  ),
  info(
    'half a letter as a title',
    () => Buffer.from('\uFEFF<ComicInfo><Title>\uD83D</Title></ComicInfo>', 'utf16le'),
    'error',
  ),
  info(
    'nothing but control characters',
    field('Title', () => '\u0001\u0002\u0003&#1;&#x7f;'),
    'whole',
  ),
  info(
    'non-characters',
    field('Title', () => 'A\uFFFE\uFFFFB&#xFFFF;'),
    'whole',
  ),
  info(
    'direction overrides',
    field('Series', () => '\u202Egnp.exe\u202C'),
    'whole',
  ),
  epub(
    'NUL in a path of the manifest',
    () => ({
      manifest: '<item id="n" href="a%00b.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="n"/>',
    }),
    'error',
  ),
]
