import type { EmbeddedMetadata, WideFacts } from './facts'

/** Facts in which nothing is set. */
export const NO_WIDE_FACTS: WideFacts = {
  titleSort: null,
  characters: [],
  teams: [],
  locations: [],
  storyArcs: [],
  universes: [],
  reprints: [],
  seriesGroups: [],
  alternateSeries: null,
  alternateNumber: null,
  alternateCount: null,
  seriesTitleSort: null,
  seriesYear: null,
  otherTitles: [],
  mainCharacterOrTeam: null,
  notes: null,
  scanInformation: null,
  review: null,
  communityRating: null,
  identifiers: [],
  webLinks: [],
  pageMarks: [],
  calibre: {},
  chapter: null,
  seriesPosition: null,
  seriesTotal: null,
  awards: [],
  custom: {},
  saidBy: {},
}

/** Metadata in which nothing is set; readers spread it and add what they found. */
export function emptyMetadata(source: EmbeddedMetadata['source']): EmbeddedMetadata {
  return {
    source,
    title: null,
    series: null,
    number: null,
    volume: null,
    count: null,
    summary: null,
    publisher: null,
    imprint: null,
    year: null,
    month: null,
    day: null,
    languageIso: null,
    formatDetail: null,
    blackAndWhite: null,
    manga: null,
    readingDirection: null,
    ageRating: null,
    isbns: [],
    genres: [],
    tags: [],
    authors: [],
    web: null,
    subtitle: null,
    edition: null,
    originalTitle: null,
    originalYear: null,
    bookType: null,
    ...NO_WIDE_FACTS,
  }
}

/** A year, month or day within its range, else null. */
export function inRange(value: number | null, low: number, high: number): number | null {
  return value !== null && Number.isInteger(value) && value >= low && value <= high ? value : null
}

/** ISBN-10 or ISBN-13 without hyphens and prefixes, with a valid check digit; else null. */
export function isbnOf(text: string): string | null {
  const digits = text
    .replace(/^\s*(?:urn:)?isbn(?:-1[03])?[:\s]*/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return isbn13IsValid(digits) ? digits : null
  return /^\d{9}[\dX]$/.test(digits) && isbn10IsValid(digits) ? digits : null
}

function isbn13IsValid(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

function isbn10IsValid(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, i) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - i), 0)
  return sum % 11 === 0
}
