// Every kind of hostile file, path and stamp in a library: each may cost only one book.
import { comic } from '../kit/books'
import { deflated } from '../kit/raw-zip'
import {
  cjk,
  deep,
  epub,
  field,
  GROWING,
  type HostileKind,
  info,
  letters,
  named,
  pagesNamed,
  raw,
  stamped,
  subject,
  title,
  withInfo,
  words,
} from './hostile-makers'
import { CHARACTERS, COUNTS, LENGTHS } from './hostile-metadata'

const NUMBERS: readonly HostileKind[] = [
  info(
    'volume of 20 digits',
    field('Volume', () => '99999999999999999999'),
    'whole',
  ),
  info(
    'count of 20 digits',
    field('Count', () => '18446744073709551616'),
    'whole',
  ),
  info(
    'number of 400 digits',
    field('Number', () => '9'.repeat(400)),
  ),
  info(
    'number of exponents',
    field('Number', () => '1e999'),
    'whole',
  ),
  info(
    'a year of 9 digits',
    field('Year', () => '999999999'),
    'whole',
  ),
  info('months and days out of range', () => '<Year>2020</Year><Month>99</Month><Day>77</Day>', 'whole'),
  epub('a series index of 400 digits', () => ({
    metadata: `<meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="${'9'.repeat(400)}"/>`,
  })),
  epub('a date beyond all', () => ({ metadata: '<dc:date>999999-99-99</dc:date>' }), 'whole'),
  named('a volume of 20 digits in a name', ['Book v99999999999999999999 c88888888888888888888.cbz']),
  named('a number of 200 digits in a name', [`Book ${'9'.repeat(200)}.cbz`]),
  stamped('a time before 1970', { mtime: '-99999999' }),
  stamped('a time in the year 2446', { mtime: '15032385535' }),
  stamped('a time of 9.2e18 s', { mtime: '9223372036854775807' }),
  stamped('a time of 4.6e18 s', { mtime: '4611686018427387903' }),
  stamped('a time of -9.2e18 s', { mtime: '-9223372036854775808' }),
  stamped('a sparse file of 8 EiB', { sparseTo: '9223372036854775807' }, 'error'),
  stamped('a sparse file of 2^53 bytes', { sparseTo: '9007199254740993' }, 'error'),
]

const PATHS: readonly HostileKind[] = [
  named('a path of 3.9 kB', [`${deep(19, i => `${i}${letters(190)}`)}/deep.cbz`]),
  named('a path of 3.8 kB of CJK', [`${deep(15, i => `${i}${cjk(80)}`)}/tief.cbz`]),
  named('a folder name of 255 bytes', [`${letters(255)}/book.cbz`]),
  named('names of 255 bytes', [`${cjk(83)}.cbz`, `${letters(251)}.cbz`]),
  named('names that decode alike', [raw('caf\xe9.cbz'), 'caf\uFFFD.cbz']),
  named(
    'names of other bytes that decode alike',
    [raw('caf\xe9.cbz'), raw('caf\xe8.cbz'), raw('caf\xff.cbz')],
    'report',
  ),
  named('folders that decode alike', [
    Buffer.concat([raw('d\xe9'), raw('/a.cbz')]),
    'd\uFFFD/b.cbz',
    Buffer.concat([raw('d\xe8'), raw('/c.cbz')]),
  ]),
  named('a name of bytes that no UTF-8 has', [raw('\xff\xfe\xed\xa0\x80.cbz')], 'report'),
  named('a folder of such bytes in another', [Buffer.concat([raw('p\xe9/q\xe8'), raw('/a.cbz')])], 'report'),
  named('a name that looks escaped', ['caf\\xe9.cbz', raw('caf\xe9.cbz')]),
  named('line breaks and tabs', ['a\nb.cbz', 'a\tb.cbz', 'a\rb.cbz']),
  named('letters that fold alike', ['É.cbz', 'e\u0301.cbz', 'e.cbz', 'E.cbz']),
  named('a name of marks alone', [`${'\u0301'.repeat(100)}.cbz`]),
  named('a name that grows when folded', [`${GROWING.repeat(80)}.cbz`]),
  {
    name: '1,000 series of one book',
    said: 'whole',
    files: async () => {
      const bytes = await withInfo('<Title>One</Title>')
      return Array.from({ length: 1_000 }, (_, at) => ({ path: `s${at}/b.cbz`, bytes }))
    },
  },
]

const CONTAINERS: readonly HostileKind[] = [
  pagesNamed('60 MB of control characters as page names', 1_000, at =>
    Buffer.concat([Buffer.alloc(59_990, 1), raw(`${at}.jpg`)]),
  ),
  pagesNamed('5,000 page names of 1,000 letters', 5_000, at => Buffer.concat([raw(letters(990)), raw(`${at}.jpg`)])),
  pagesNamed(
    'page names of bytes that no UTF-8 has',
    10,
    at => Buffer.concat([raw('\xff\xfe'), raw(`${at}.jpg`)]),
    'whole',
  ),
  pagesNamed('page names with NUL', 10, at => Buffer.concat([raw('a\u0000'), raw(`${at}.jpg`)]), 'whole'),
  pagesNamed('page names a thousand deep', 10, at => Buffer.concat([raw('d/'.repeat(1_000)), raw(`${at}.jpg`)])),
  pagesNamed('30,000 pages', 30_000, at => raw(`${at}.jpg`), 'error'),
  info('elements 3,000 deep', () => `${'<a>'.repeat(3_000)}x${'</a>'.repeat(3_000)}`, 'error'),
  info('elements 100,000 deep', () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000), 'error'),
  info('a document type', () => Buffer.from('<!DOCTYPE x><ComicInfo><Title>x</Title></ComicInfo>'), 'error'),
  epub(
    'a cover that is no picture',
    () => ({
      manifest: '<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>',
      entries: [{ name: 'cover.jpg', data: Buffer.from('no picture at all') }],
    }),
    'error',
  ),
  epub(
    'a cover that is a bomb',
    () => ({
      manifest: '<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>',
      entries: [deflated('cover.jpg', Buffer.alloc(64 * 1024 * 1024))],
    }),
    'error',
  ),
  epub(
    '10,000 images that are none',
    () => ({
      manifest: words(10_000, 'i')
        .map(one => `<item id="${one}" href="${one}.jpg" media-type="image/jpeg"/>`)
        .join(''),
      entries: words(10_000, 'i').map(one => ({ name: `${one}.jpg`, data: Buffer.from('x') })),
    }),
    'error',
  ),
  { name: 'nothing', said: 'error', files: () => [{ path: 'book.cbz', bytes: '' }] },
  { name: 'no archive', said: 'error', files: () => [{ path: 'book.cbz', bytes: letters(1_000_000) }] },
  {
    name: 'half an archive',
    said: 'error',
    files: async () => [{ path: 'book.cbz', bytes: (await withInfo('')).subarray(0, 300) }],
  },
]

const SIDECARS: readonly HostileKind[] = [
  {
    name: 'a series.json of long words',
    said: 'whole',
    files: async () => [
      { path: 'book.cbz', bytes: await comic({ pages: 1 }) },
      {
        path: 'series.json',
        bytes: JSON.stringify({
          metadata: {
            publisher: letters(10_000),
            description_text: `${cjk(400_000)}\u0000\uD800`,
            year: 1e300,
            status: 'Ended',
          },
        }),
      },
    ],
  },
  {
    name: 'a series.json 100,000 deep',
    said: 'error',
    files: async () => [
      { path: 'book.cbz', bytes: await comic({ pages: 1 }) },
      { path: 'series.json', bytes: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
    ],
  },
  {
    name: 'an OPF sidecar with 50,000 subjects',
    said: 'cut',
    files: async () => [
      { path: 'book.cbz', bytes: await comic({ pages: 1 }) },
      {
        path: 'book.opf',
        bytes: `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${title('Beside')}${words(50_000, 'o').map(subject).join('')}</metadata></package>`,
      },
    ],
  },
]

export const HOSTILE_KINDS: readonly HostileKind[] = [
  ...COUNTS,
  ...LENGTHS,
  ...CHARACTERS,
  ...NUMBERS,
  ...PATHS,
  ...CONTAINERS,
  ...SIDECARS,
]
