import { own } from '../../kernel/own'
import { emptyMetadata, inRange } from '../empty-metadata'
import { htmlToText } from '../epub/html-to-text'
import type { Contributor, EmbeddedMetadata, Identifier, OtherTitle, StoryArc } from '../facts'
import { dateIn } from '../release-date'
import { childNamed, childrenNamed, linesOf, textOf, type XmlElement } from '../xml/xml-document'
import { pageMarks } from './comic-info'
import { bookTypeOf, sourceOf, tradeNumbers, webLinksIn, webOf, wholeNumber } from './said-text'

/** The values of a MetronInfo (1.0 and 1.1), from its root element. Prices and ids of resources are ignored. */
export function metronInfoMetadata(root: XmlElement): EmbeddedMetadata {
  const text = (name: string) => textOf(childNamed(root, name)) || null
  const prose = (name: string) => htmlToText(linesOf(childNamed(root, name))) || null
  const names = (list: string, item: string) => namesOf(childNamed(root, list), item)
  const series = childNamed(root, 'Series')
  const publisher = childNamed(root, 'Publisher')
  const format = partOf(series, 'Format')
  const mangaVolume = wholeNumber(text('MangaVolume'))
  const gtin = childNamed(root, 'GTIN')
  const isbns = childrenOf(gtin, 'ISBN').flatMap(isbn => tradeNumbers(textOf(isbn)).isbns)
  const upcs = childrenOf(gtin, 'UPC').flatMap(upc => tradeNumbers(textOf(upc)).identifiers)
  const rating = text('AgeRating')
  return {
    ...emptyMetadata('metroninfo'),
    title: text('CollectionTitle') ?? (names('Stories', 'Story').join('; ') || null),
    series: partOf(series, 'Name'),
    seriesTitleSort: partOf(series, 'SortName'),
    seriesYear: inRange(wholeNumber(partOf(series, 'StartYear')), 1, 9999),
    otherTitles: otherTitles(series),
    number: text('Number'),
    volume: mangaVolume ?? wholeNumber(partOf(series, 'Volume')),
    count: wholeNumber(partOf(series, mangaVolume === null ? 'IssueCount' : 'VolumeCount')),
    summary: prose('Summary'),
    notes: prose('Notes'),
    publisher: publisher === undefined ? null : (partOf(publisher, 'Name') ?? (textOf(publisher) || null)),
    imprint: partOf(publisher, 'Imprint'),
    ...dateIn(text('CoverDate') ?? text('StoreDate')),
    languageIso: series?.attributes.lang?.trim() || null,
    formatDetail: format,
    bookType: bookTypeOf(format) ?? (mangaVolume === null ? null : 'manga'),
    ageRating: rating === 'Unknown' ? null : rating,
    isbns: [...new Set(isbns)],
    identifiers: [...idsOf(root, series), ...upcs],
    genres: names('Genres', 'Genre'),
    tags: names('Tags', 'Tag'),
    characters: names('Characters', 'Character'),
    teams: names('Teams', 'Team'),
    locations: names('Locations', 'Location'),
    universes: childrenOf(childNamed(root, 'Universes'), 'Universe').flatMap(metronUniverse),
    reprints: names('Reprints', 'Reprint'),
    storyArcs: childrenOf(childNamed(root, 'Arcs'), 'Arc').flatMap(metronArc),
    authors: authorsOf(childNamed(root, 'Credits')),
    ...webOf(linksOf(root)),
    pageMarks: pageMarks(childNamed(root, 'Pages')),
  }
}

function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element === undefined ? [] : childrenNamed(element, name)
}

function partOf(element: XmlElement | undefined, name: string): string | null {
  return (element && textOf(childNamed(element, name))) || null
}

/** Some programs nest a name element where the schema has text. */
function namesOf(list: XmlElement | undefined, item: string): string[] {
  const names = childrenOf(list, item).map(each => partOf(each, 'Name') ?? textOf(each))
  return [...new Set(names.filter(name => name !== ''))]
}

function otherTitles(series: XmlElement | undefined): OtherTitle[] {
  const names = series && childNamed(series, 'AlternativeNames')
  return childrenOf(names, 'AlternativeName').flatMap(metronOtherTitle)
}

/** An `AlternativeName`; the schema's default language is English. */
export function metronOtherTitle(name: XmlElement): OtherTitle[] {
  const title = textOf(name)
  return title === '' ? [] : [{ label: name.attributes.lang?.trim() || 'en', title }]
}

/** A `Universe`. */
export function metronUniverse(universe: XmlElement): string[] {
  const name = partOf(universe, 'Name') ?? textOf(universe)
  const designation = partOf(universe, 'Designation')
  if (name === '') return []
  return [designation === null ? name : `${name} (${designation})`]
}

/** An `Arc`. */
export function metronArc(arc: XmlElement): StoryArc[] {
  const name = partOf(arc, 'Name') ?? textOf(arc)
  return name === '' ? [] : [{ name, number: partOf(arc, 'Number') }]
}

/** Ids of the issue by source; the series' id belongs to the primary source. */
function idsOf(root: XmlElement, series: XmlElement | undefined): Identifier[] {
  const ids = childrenOf(childNamed(root, 'IDS'), 'ID').flatMap(element => metronId(element) ?? [])
  const primary = ids.find(({ isPrimary }) => isPrimary) ?? ids[0]
  const ofSeries = series?.attributes.id?.trim() ?? ''
  return [
    ...ids.map(({ source, id }) => ({ source, id, of: 'book' as const })),
    ...(primary && ofSeries !== '' ? [{ source: primary.source, id: ofSeries, of: 'series' as const }] : []),
  ]
}

/** An `ID` of the issue. */
export function metronId(element: XmlElement) {
  const source = sourceOf(element.attributes.source ?? '')
  const id = textOf(element)
  return source === '' || id === '' ? null : { source, id, isPrimary: element.attributes.primary === 'true' }
}

/** The primary address first. Drafts of the schema had one `URL`. */
function linksOf(root: XmlElement): string[] {
  const urls = [...childrenOf(childNamed(root, 'URLs'), 'URL'), ...childrenNamed(root, 'URL')]
  const isPrimary = ({ attributes }: XmlElement) => (attributes.primary === 'true' ? 0 : 1)
  return urls.toSorted((a, b) => isPrimary(a) - isPrimary(b)).flatMap(url => webLinksIn(textOf(url)))
}

/** Roles of the schema by ours; all editors are one role, and unknown roles become contributor. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  writer: ['writer'],
  script: ['writer'],
  story: ['writer'],
  plot: ['writer'],
  artist: ['penciller', 'inker'],
  penciller: ['penciller'],
  breakdowns: ['penciller'],
  layouts: ['penciller'],
  illustrator: ['illustrator'],
  inker: ['inker'],
  embellisher: ['inker'],
  finishes: ['inker'],
  'ink assists': ['inker'],
  colorist: ['colorist'],
  'color separations': ['colorist'],
  'color assists': ['colorist'],
  'color flats': ['colorist'],
  'gray tone': ['colorist'],
  letterer: ['letterer'],
  cover: ['cover_artist'],
  translator: ['translator'],
}

/** Our roles for a word of the schema. */
export function metronRoles(role: string): readonly string[] {
  const word = role.toLowerCase()
  if (/\beditor\b/.test(word)) return ['editor']
  return own(ROLES, word) ?? ['contributor']
}

function authorsOf(credits: XmlElement | undefined): Contributor[] {
  const people = childrenOf(credits, 'Credit').flatMap(credit => {
    const name = partOf(credit, 'Creator')
    if (name === null) return []
    const roles = childrenOf(childNamed(credit, 'Roles'), 'Role').flatMap(role => metronRoles(textOf(role)))
    const own = roles.length === 0 ? ['contributor'] : roles
    return [...new Set(own)].map(role => ({ name, role, sortName: null }))
  })
  return [...new Map(people.map(person => [`${person.role} ${person.name}`, person])).values()]
}
