import { emptyMetadata } from '../empty-metadata'
import { htmlToText } from '../epub/html-to-text'
import type { Contributor, EmbeddedMetadata, Identifier, PageMark, StoryArc } from '../facts'
import { calendarDate } from '../release-date'
import { childNamed, childrenNamed, elementsOf, linesOf, textOf, type XmlElement } from '../xml/xml-document'
import { bookTypeOf, namesIn, peopleIn, ratingOf, tradeNumbers, webLinksIn, webOf, wholeNumber } from './said-text'

/**
 * The values of a ComicInfo (2.1, with LocalizedSeries, SeriesSort and TitleSort of other programs), from its root
 * element.
 */
export function comicInfoMetadata(root: XmlElement): EmbeddedMetadata {
  const fields = new Map<string, string>()
  for (const child of elementsOf(root)) {
    const value = OF_LINES.has(child.name) ? linesOf(child) : textOf(child)
    if (value !== '' && !fields.has(child.name)) fields.set(child.name, value)
  }
  return toMetadata(fields, pageMarks(childNamed(root, 'Pages')))
}

const OF_LINES: ReadonlySet<string> = new Set(['Summary', 'Notes', 'Review'])

function toMetadata(fields: ReadonlyMap<string, string>, pages: readonly PageMark[]): EmbeddedMetadata {
  const text = (name: string) => fields.get(name) ?? null
  const prose = (name: string) => htmlToText(text(name) ?? '') || null
  const manga = text('Manga')?.toLowerCase() ?? null
  const isManga = manga === 'yesandrighttoleft' ? true : yesNo(manga)
  const numbers = tradeNumbers(text('GTIN'))
  const localized = text('LocalizedSeries')
  return {
    ...emptyMetadata('comicinfo'),
    title: text('Title'),
    titleSort: text('TitleSort'),
    series: text('Series'),
    seriesTitleSort: text('SeriesSort'),
    otherTitles: localized === null ? [] : [{ label: 'Localized', title: localized }],
    number: text('Number'),
    volume: wholeNumber(text('Volume')),
    count: wholeNumber(text('Count')),
    alternateSeries: text('AlternateSeries'),
    alternateNumber: text('AlternateNumber'),
    alternateCount: wholeNumber(text('AlternateCount')),
    summary: prose('Summary'),
    notes: prose('Notes'),
    review: prose('Review'),
    scanInformation: text('ScanInformation'),
    publisher: text('Publisher'),
    imprint: text('Imprint'),
    ...calendarDate({
      year: wholeNumber(text('Year')),
      month: wholeNumber(text('Month')),
      day: wholeNumber(text('Day')),
    }),
    languageIso: text('LanguageISO'),
    formatDetail: text('Format'),
    bookType: bookTypeOf(text('Format')) ?? (isManga === true ? 'manga' : null),
    blackAndWhite: yesNo(text('BlackAndWhite')),
    manga: isManga,
    readingDirection: manga === 'yesandrighttoleft' ? 'rtl' : null,
    ageRating: text('AgeRating'),
    communityRating: ratingOf(text('CommunityRating'), 5),
    isbns: numbers.isbns,
    identifiers: [...numbers.identifiers, ...idsOfTaggers(text('Notes'), numbers.identifiers)],
    genres: namesIn(text('Genre')),
    tags: namesIn(text('Tags')),
    characters: namesIn(text('Characters')),
    teams: namesIn(text('Teams')),
    locations: namesIn(text('Locations')),
    mainCharacterOrTeam: text('MainCharacterOrTeam'),
    storyArcs: storyArcs(text('StoryArc'), text('StoryArcNumber')),
    seriesGroups: namesIn(text('SeriesGroup')),
    authors: authorsOf(fields),
    ...webOf(webLinksIn(text('Web'))),
    pageMarks: pages,
  }
}

function yesNo(text: string | null): boolean | null {
  const value = text?.toLowerCase()
  if (value === 'yes' || value === 'true' || value === '1') return true
  return value === 'no' || value === 'false' || value === '0' ? false : null
}

/** Two comma-separated lists: the second has the book's position in each arc. */
function storyArcs(names: string | null, numbers: string | null): StoryArc[] {
  const places = (numbers ?? '').split(',').map(place => place.trim())
  return (names ?? '').split(',').flatMap((name, at) => {
    return name.trim() === '' ? [] : [{ name: name.trim(), number: places[at] || null }]
  })
}

/** ComicTagger and Mylar write the Comic Vine id into the notes: `[Issue ID 140529]`, `[CVDB140529]`. */
function idsOfTaggers(notes: string | null, known: readonly Identifier[]): Identifier[] {
  const [, vine] = /\[CVDB(\d{1,12})\]/i.exec(notes ?? '') ?? []
  const [, issue] = /comic ?vine[^[]{0,200}\[Issue ID (\d{1,12})\]/i.exec(notes ?? '') ?? []
  const id = vine ?? issue
  if (id === undefined || known.some(({ source, of }) => source === 'comicvine' && of === 'book')) return []
  return [{ source: 'comicvine', id, of: 'book' }]
}

const ROLES: readonly (readonly [field: string, role: string])[] = [
  ['Writer', 'writer'],
  ['Penciller', 'penciller'],
  ['Inker', 'inker'],
  ['Colorist', 'colorist'],
  ['Letterer', 'letterer'],
  ['CoverArtist', 'cover_artist'],
  ['Editor', 'editor'],
  ['Translator', 'translator'],
]

function authorsOf(fields: ReadonlyMap<string, string>): Contributor[] {
  return ROLES.flatMap(([field, role]) => peopleIn(fields.get(field)).map(name => ({ name, role, sortName: null })))
}

/** Pages with metadata beyond their size; `Image` counts from 0. */
export function pageMarks(pages: XmlElement | undefined): PageMark[] {
  if (pages === undefined) return []
  return childrenNamed(pages, 'Page').flatMap(({ attributes }) => {
    const image = wholeNumber(attributes.Image)
    if (image === null) return []
    const type = attributes.Type?.trim() ?? ''
    const isDouble = yesNo(attributes.DoublePage ?? null) ?? false
    const bookmark = attributes.Bookmark?.trim() || null
    const isPlain = (type === '' || type === 'Story') && !isDouble && bookmark === null
    return isPlain ? [] : [{ page: image + 1, type: type === '' ? null : type, isDouble, bookmark }]
  })
}
