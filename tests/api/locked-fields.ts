import { comic, writeLibrary } from '../kit/books'

/** The flags of interface.md (BookMetadataContextDto), in its order. */
export const INTERFACE_LOCKS = [
  ...[
    'authorsJsonLock',
    'awardsJsonLock',
    'blackAndWhiteLock',
    'bookTypeLock',
    'chapterLock',
    'countLock',
    'coverLock',
  ],
  ...['customMetadataLock', 'dayLock', 'editionLock', 'formatDetailLock', 'genreLock', 'imprintLock', 'isbnsLock'],
  ...['languageIsoLock', 'mangaLock', 'monthLock', 'numberLock', 'originalTitleLock', 'originalYearLock'],
  ...['publisherLock', 'seriesPositionLock', 'seriesTotalLock', 'subjectsLock', 'subtitleLock', 'summaryLock'],
  ...['titleLock', 'titleSortLock', 'translatorLock', 'volumeLock', 'yearLock'],
] as const

/** Further locks of the reference document: of the people of one role. */
export const ROLE_LOCKS = [
  ...['writerLock', 'pencillerLock', 'inkerLock', 'coloristLock', 'lettererLock', 'coverArtistLock', 'editorLock'],
] as const

/** The locks of series in the reference document. */
export const SERIES_LOCKS = [
  ...['ageRating', 'alternateTitles', 'authorsJsonLock', 'cover', 'customMetadata', 'genres', 'imprint', 'language'],
  ...['publisher', 'readingDirection', 'status', 'summary', 'tags', 'title', 'titleSort', 'totalChapterCount'],
  ...['totalVolumeCount', 'year'],
] as const

/** A field with its lock, what a person says of it, and what its file says in its versions 1, 2 and 3 (null: nothing). Null where no file can. */
export interface LockedField {
  readonly field: string
  readonly lock: string
  readonly hand: unknown
  readonly said: ((version: number) => unknown) | null
}

const pick =
  <Value>(...values: readonly Value[]) =>
  (version: number) =>
    values[version - 1]
const text = (name: string) => (version: number) => `${name} ${version}`
const person = (name: string, role: string) => ({ name, role, sortName: null })
const ISBNS = pick('9780306406157', '9783161484100', '9780441172719')
const FORMATS = pick('Omnibus', 'One-Shot', 'Magazine')
const LANGUAGES = pick('en', 'fr', 'it')
const ROLES = ['Writer', 'Penciller', 'Inker', 'Colorist', 'Letterer', 'CoverArtist', 'Editor', 'Translator'] as const
const roleOf = (name: string) => (name === 'CoverArtist' ? 'cover_artist' : name.toLowerCase())

const field = (name: string, hand: unknown, said: LockedField['said'] = null, lock = `${name}Lock`): LockedField => {
  return { field: name, lock, hand, said }
}

/** The fields of the first book, but for its cover. */
export const OF_BOOK: readonly LockedField[] = [
  field('title', 'By hand', text('File title')),
  field('titleSort', 'Hand, by', () => null),
  field('number', 7, version => version),
  field('volume', 8, version => version),
  field('chapter', 9.5, version => version),
  field('count', 77, version => 10 + version),
  field('seriesPosition', 4.5),
  field('seriesTotal', 78, version => 10 + version),
  field('summary', 'Mine', text('Summary')),
  field('publisher', 'My publisher', text('Publisher')),
  field('imprint', 'My imprint', text('Imprint')),
  field('genres', ['Mine'], version => [`Genre ${version}`], 'genreLock'),
  field('subjects', ['My tag'], version => [`Tag ${version}`]),
  field('languageIso', 'de', LANGUAGES),
  field('formatDetail', 'My format', FORMATS),
  field('bookType', 'novel', pick('omnibus', 'oneshot', 'magazine')),
  field('blackAndWhite', false, () => true),
  field('manga', false, () => true),
  field('year', 1999, version => 2000 + version),
  field('month', 12, version => version),
  field('day', 28, version => version),
  field('isbns', '9780316769488', ISBNS),
  field('subtitle', 'My subtitle', text('Subtitle')),
  field('edition', 'My edition', text('Edition')),
  field('originalTitle', 'Mein Titel', () => null),
  field('originalYear', 1950, () => null),
  field('translator', 'My translator', text('Translator')),
  field(
    'authors',
    [person('Me', 'writer'), person('My translator', 'translator')],
    version => ROLES.map(role => person(`${role} ${version}`, roleOf(role))),
    'authorsJsonLock',
  ),
  field('awards', [{ name: 'My award', category: null, won: true, year: 2001 }], null, 'awardsJsonLock'),
  field('customMetadata', { shelf: 'A' }),
]

/** Those of the second book, whose roles are locked one by one. */
export const OF_ROLES: readonly LockedField[] = ROLES.filter(role => role !== 'Translator').map(role => {
  const name = role.charAt(0).toLowerCase() + role.slice(1)
  return field(name, `My ${role}`, text(role))
})

/** The fields of the series, but for its cover and its other titles. */
export const OF_SERIES: readonly LockedField[] = [
  field('title', 'Ocean', () => 'Sea', 'title'),
  field('titleSort', 'Ocean, the', () => null, 'titleSort'),
  field('summary', 'My series', text('Series summary'), 'summary'),
  field('publisher', 'My publisher', text('Series publisher'), 'publisher'),
  field('imprint', 'My imprint', text('Series imprint'), 'imprint'),
  field('status', 'hiatus', pick('ongoing', 'ended', 'ongoing'), 'status'),
  field('ageRating', 6, pick(10, 17, 13), 'ageRating'),
  field('language', 'de', () => null, 'language'),
  field('readingDirection', 'webtoon', () => 'rtl', 'readingDirection'),
  field('year', 1998, version => 1980 + version, 'year'),
  field('totalVolumeCount', 99, version => 10 + version, 'totalVolumeCount'),
  field('totalChapterCount', 5.5, null, 'totalChapterCount'),
  field('genres', ['My genre'], version => [`Genre ${version}`], 'genres'),
  field('tags', ['My tag'], version => [`Tag ${version}`], 'tags'),
  field('authors', [person('Me', 'writer')], () => null, 'authorsJsonLock'),
  field('customMetadata', { shelf: 'B' }, null, 'customMetadata'),
]

/** Writes two books and a series.json that say everything a file can say, in one of three versions. */
export async function writeVersion(folder: string, version: number): Promise<void> {
  const ages = pick('Everyone 10+', 'Mature 17+', 'Teen')
  const comicInfo = (number: number) => ({
    ...{ Title: `File title ${version}`, Series: 'Sea', Number: number, Volume: version, Count: 10 + version },
    ...{ Summary: `Summary ${version}`, Publisher: `Publisher ${version}`, Imprint: `Imprint ${version}` },
    ...{ Genre: `Genre ${version}`, Tags: `Tag ${version}`, LanguageISO: LANGUAGES(version) ?? '' },
    ...{ Format: FORMATS(version) ?? '', BlackAndWhite: 'Yes', Manga: 'YesAndRightToLeft' },
    ...{
      Year: 2000 + version,
      Month: version,
      Day: version,
      GTIN: ISBNS(version) ?? '',
      AgeRating: ages(version) ?? '',
    },
    ...Object.fromEntries(ROLES.map(role => [role, `${role} ${version}`])),
  })
  const opf = `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title id="m">File title ${version}</dc:title><meta refines="#m" property="title-type">main</meta>
<dc:title id="s">Subtitle ${version}</dc:title><meta refines="#s" property="title-type">subtitle</meta>
<dc:title id="e">Edition ${version}</dc:title><meta refines="#e" property="title-type">edition</meta>
</metadata></package>`
  const metadata = {
    ...{ type: 'comicSeries', name: 'Sea', year: 1980 + version, description_text: `Series summary ${version}` },
    ...{ publisher: `Series publisher ${version}`, imprint: `Series imprint ${version}`, total_issues: 10 + version },
    ...{ status: version === 2 ? 'Ended' : 'Continuing', age_rating: ages(version) },
  }
  const size = { width: 60 + version, height: 90 }
  writeLibrary(folder, {
    'Sea/Sea 01.cbz': await comic({ pages: 3, size, comicInfo: comicInfo(version) }),
    'Sea/Sea 01.opf': opf,
    'Sea/Sea 02.cbz': await comic({ pages: 2, size, comicInfo: comicInfo(50) }),
    'Sea/series.json': JSON.stringify({ version: '1.0.2', metadata }),
  })
}
