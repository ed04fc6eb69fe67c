import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { Element } from './write-back-kit'

type Registry = typeof BOOK_FIELD_REGISTRY
/** Fields that a person edits and files may have, by the name that they are edited by. */
type Edited = {
  [Name in keyof Registry]: Registry[Name] extends { readonly edit: infer Edit }
    ? Name extends InListsOnly
      ? never
      : Edit extends { readonly name: infer Other extends string }
        ? Other
        : Name
    : never
}[keyof Registry]
/** Values that people give and lists show, but no file. */
type InListsOnly = {
  [Name in keyof Registry]: Registry[Name] extends { readonly file: string } ? never : RowName<Name>
}[Exclude<keyof Registry, 'titleSort' | 'chapter'>]
type RowName<Name extends keyof Registry> = Registry[Name] extends { readonly row: true } ? Name : never

export const VALUES = {
  title: 'Die Fähre & <das> Meer',
  titleSort: 'Fähre & das Meer, Die',
  subtitle: 'Ein Sommer',
  originalTitle: '渡し船',
  originalYear: 1988,
  number: 7.5,
  volume: 3,
  chapter: 12,
  count: 9,
  seriesPosition: 4,
  seriesTotal: 8,
  summary: 'Zeile eins & 1 < 2\nZeile zwei',
  genres: ['Drama', 'Sea stories'],
  subjects: ['ferries', 'night'],
  authors: [
    { name: 'Ana Sá', role: 'writer', sortName: 'Sá, Ana' },
    { name: 'Rui Mar', role: 'translator', sortName: null },
  ],
  bookType: 'omnibus',
  languageIso: 'de',
  manga: false,
  blackAndWhite: true,
  publisher: 'Éditions Minuit',
  imprint: 'Petite',
  year: 1999,
  month: 2,
  day: 28,
  edition: 'Second edition',
  formatDetail: 'Omnibus',
  isbns: '9780316769488',
} satisfies Record<Edited, unknown>

/** Fields with a form of their own. */
const FURTHER = {
  awards: [
    { name: 'Prix du <Port>', category: 'Best & first', won: true, year: 2001 },
    { name: 'Eisner', category: null, won: false, year: null },
  ],
  customMetadata: { shelf: 'B "3"', nested: { list: [1, 'zwei\n', null, true] } },
}

/** Ids at other sites, which people set apart from the fields. */
export const IDS = {
  comicvine: { source: 'comicvine', externalId: '145269' },
  goodreads: { source: 'goodreads', externalId: '234225' },
}

export const ALL = { ...VALUES, ...FURTHER }

/** Required elements, with text and attributes. Null: the kind of document cannot contain the field. */
type Expected = readonly Partial<Element>[] | null
type Document = Readonly<Record<Edited | keyof typeof FURTHER, Expected>>

const own = (name: string, content: string): Expected => [['meta', '', { name: `octavo:${name}`, content }]]
const one = (name: string, text: string | number, attributes: Element[2] = {}): Expected => [
  [name, String(text), attributes],
]

/** ComicInfo 2.1, and `TitleSort` of other programs. */
export const COMIC_INFO: Document = {
  title: one('Title', VALUES.title),
  titleSort: one('TitleSort', VALUES.titleSort),
  number: one('Number', '7.5'),
  volume: one('Volume', 3),
  count: one('Count', 9),
  summary: one('Summary', VALUES.summary),
  genres: one('Genre', 'Drama, Sea stories'),
  subjects: one('Tags', 'ferries, night'),
  authors: [
    ['Writer', 'Ana Sá', {}],
    ['Translator', 'Rui Mar', {}],
  ],
  languageIso: one('LanguageISO', 'de'),
  manga: one('Manga', 'No'),
  blackAndWhite: one('BlackAndWhite', 'Yes'),
  publisher: one('Publisher', VALUES.publisher),
  imprint: one('Imprint', 'Petite'),
  year: one('Year', 1999),
  month: one('Month', 2),
  day: one('Day', 28),
  formatDetail: one('Format', 'Omnibus'),
  // By the format.
  bookType: one('Format', 'Omnibus'),
  isbns: one('GTIN', VALUES.isbns),
  ...{ subtitle: null, originalTitle: null, originalYear: null, edition: null },
  ...{ chapter: null, seriesPosition: null, seriesTotal: null, awards: null, customMetadata: null },
}

/** MetronInfo 1.0. */
export const METRON_INFO: Document = {
  title: one('CollectionTitle', VALUES.title),
  number: one('Number', '7.5'),
  volume: one('Volume', 3),
  count: one('IssueCount', 9),
  summary: one('Summary', VALUES.summary),
  genres: [
    ['Genre', 'Drama', {}],
    ['Genre', 'Sea stories', {}],
  ],
  subjects: [
    ['Tag', 'ferries', {}],
    ['Tag', 'night', {}],
  ],
  authors: [
    ['Creator', 'Ana Sá', {}],
    ['Role', 'Writer', {}],
    ['Creator', 'Rui Mar', {}],
    ['Role', 'Translator', {}],
  ],
  languageIso: one('Series', '', { lang: 'de' }),
  publisher: one('Name', VALUES.publisher),
  imprint: one('Imprint', 'Petite'),
  ...{
    year: one('CoverDate', '1999-02-28'),
    month: one('CoverDate', '1999-02-28'),
    day: one('CoverDate', '1999-02-28'),
  },
  formatDetail: one('Format', 'Omnibus'),
  bookType: one('Format', 'Omnibus'),
  isbns: one('ISBN', VALUES.isbns),
  ...{ titleSort: null, subtitle: null, originalTitle: null, originalYear: null, edition: null },
  ...{ manga: null, blackAndWhite: null, chapter: null, seriesPosition: null, seriesTotal: null },
  ...{ awards: null, customMetadata: null },
}

/** What calibre reads in OPF 2 and 3: Dublin Core, and its own elements for series and the sort form of the title. */
const CALIBRE = {
  title: one('title', VALUES.title),
  titleSort: one('meta', '', { name: 'calibre:title_sort', content: VALUES.titleSort }),
  number: one('meta', '', { name: 'calibre:series_index', content: '7.5' }),
  summary: one('description', VALUES.summary),
  genres: [
    ['subject', 'Drama', {}],
    ['subject', 'Sea stories', {}],
  ],
  languageIso: one('language', 'de'),
  publisher: one('publisher', VALUES.publisher),
  ...{ year: one('date', '1999-02-28'), month: one('date', '1999-02-28'), day: one('date', '1999-02-28') },
  // Elements of Octavo, where Dublin Core and calibre have none.
  originalTitle: own('original_title', VALUES.originalTitle),
  originalYear: own('original_year', '1988'),
  volume: own('volume', '3'),
  count: own('count', '9'),
  subjects: [
    ['meta', '', { name: 'octavo:tag', content: 'ferries' }],
    ['meta', '', { name: 'octavo:tag', content: 'night' }],
  ],
  bookType: own('book_type', 'omnibus'),
  manga: own('manga', 'false'),
  blackAndWhite: own('black_and_white', 'true'),
  imprint: own('imprint', 'Petite'),
  formatDetail: own('format', 'Omnibus'),
  chapter: own('chapter', '12'),
  seriesPosition: own('series_position', '4'),
  seriesTotal: own('series_total', '8'),
  awards: [
    ['meta', '', { name: 'octavo:award', content: JSON.stringify(FURTHER.awards[0]) }],
    ['meta', '', { name: 'octavo:award', content: JSON.stringify(FURTHER.awards[1]) }],
  ],
  customMetadata: own('custom_metadata', JSON.stringify(FURTHER.customMetadata)),
} as const satisfies Partial<Document>

/** EPUB 3, 5.3 and 5.4. */
export const OPF_3: Document = {
  ...CALIBRE,
  subtitle: [
    ['title', 'Ein Sommer', { id: 'octavo-subtitle' }],
    ['meta', 'subtitle', { refines: '#octavo-subtitle', property: 'title-type' }],
  ],
  edition: one('meta', 'Second edition', { property: 'schema:bookEdition' }),
  isbns: one('identifier', `urn:isbn:${VALUES.isbns}`),
  authors: [
    ['creator', 'Ana Sá', { id: 'octavo-person-1' }],
    ['meta', 'aut', { refines: '#octavo-person-1', property: 'role', scheme: 'marc:relators' }],
    ['meta', 'Sá, Ana', { refines: '#octavo-person-1', property: 'file-as' }],
    ['creator', 'Rui Mar', { id: 'octavo-person-2' }],
    ['meta', 'trl', { refines: '#octavo-person-2', property: 'role', scheme: 'marc:relators' }],
  ],
}

/** OPF 2, as calibre writes it next to a book. */
export const OPF_2: Document = {
  ...CALIBRE,
  subtitle: null,
  edition: one('meta', '', { name: 'schema:bookEdition', content: 'Second edition' }),
  isbns: one('identifier', VALUES.isbns, { scheme: 'ISBN' }),
  authors: [
    ['creator', 'Ana Sá', { role: 'aut', 'file-as': 'Sá, Ana' }],
    ['creator', 'Rui Mar', { role: 'trl' }],
  ],
}
