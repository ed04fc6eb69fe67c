import { BOOK_TYPES } from '@octavo/contract/metadata-words'
import { LIMITS } from '../../kernel/limits'
import { inRange } from '../empty-metadata'
import type { Award, EmbeddedMetadata, OtherTitle } from '../facts'
import { wholeNumber } from '../sidecar/said-text'
import { descendantsNamed, type XmlElement } from '../xml/xml-document'

/**
 * Fields without an element in a package document, by the name of the `<meta name= content=>` that contains them, as
 * calibre does for series. EPUB 2 and 3 allow such elements; other programs ignore them.
 */
export const OWN_METAS = {
  'octavo:original_title': 'originalTitle',
  'octavo:original_year': 'originalYear',
  'octavo:volume': 'volume',
  'octavo:chapter': 'chapter',
  'octavo:count': 'count',
  'octavo:series_position': 'seriesPosition',
  'octavo:series_total': 'seriesTotal',
  'octavo:other_title': 'otherTitles',
  'octavo:tag': 'tags',
  'octavo:character': 'characters',
  'octavo:team': 'teams',
  'octavo:location': 'locations',
  'octavo:book_type': 'bookType',
  'octavo:format': 'formatDetail',
  'octavo:imprint': 'imprint',
  'octavo:age_rating': 'ageRating',
  'octavo:manga': 'manga',
  'octavo:black_and_white': 'blackAndWhite',
  'octavo:award': 'awards',
  'octavo:custom_metadata': 'custom',
} as const satisfies Readonly<Record<string, keyof EmbeddedMetadata>>

export type OwnField = (typeof OWN_METAS)[keyof typeof OWN_METAS]

/** The texts of the elements for a value: one per list item. Objects are JSON. */
export function ownTexts(value: EmbeddedMetadata[OwnField]): string[] {
  const items = Array.isArray(value) ? value : value === null || isEmpty(value) ? [] : [value]
  return items.map(item => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
}

/** The values of those elements. */
export function readOwnMetas(metadata: XmlElement): Pick<EmbeddedMetadata, OwnField> {
  const said = new Map<string, string[]>()
  for (const { attributes } of descendantsNamed(metadata, 'meta')) {
    const { name = '', content = '' } = attributes
    const value = content.trim()
    if (value === '' || !Object.hasOwn(OWN_METAS, name)) continue
    const values = said.get(name)
    if (values === undefined) said.set(name, [value])
    else values.push(value)
  }
  type Name = keyof typeof OWN_METAS
  const text = (name: Name) => said.get(name)?.[0] ?? null
  const texts = (name: Name) => [...new Set(said.get(name))]
  const whole = (name: Name) => wholeNumber(text(name))
  const objects = <T>(name: Name, most: number, read: (value: Json) => T | null) =>
    texts(name)
      .slice(0, most)
      .flatMap(each => read(objectIn(each, MOST_OBJECT) ?? {}) ?? [])
  return {
    originalTitle: text('octavo:original_title'),
    originalYear: inRange(whole('octavo:original_year'), 1, 9999),
    volume: whole('octavo:volume'),
    chapter: decimal(text('octavo:chapter')),
    count: whole('octavo:count'),
    seriesPosition: decimal(text('octavo:series_position')),
    seriesTotal: whole('octavo:series_total'),
    otherTitles: objects('octavo:other_title', LIMITS.facts.mentions, otherTitle),
    tags: texts('octavo:tag'),
    characters: texts('octavo:character'),
    teams: texts('octavo:team'),
    locations: texts('octavo:location'),
    bookType: BOOK_TYPES.find(type => type === text('octavo:book_type')) ?? null,
    formatDetail: text('octavo:format'),
    imprint: text('octavo:imprint'),
    ageRating: text('octavo:age_rating'),
    manga: flag(text('octavo:manga')),
    blackAndWhite: flag(text('octavo:black_and_white')),
    awards: objects('octavo:award', LIMITS.facts.awards, award),
    custom: objectIn(text('octavo:custom_metadata') ?? '', LIMITS.metadata.customBytes) ?? {},
  }
}

type Json = Readonly<Record<string, unknown>>

/** Maximum number of characters of an award or title as JSON. */
const MOST_OBJECT = 8 * 1024
/** Maximum nesting depth of objects and lists. */
const MOST_DEPTH = 32

/** The object in a JSON text; null for anything else, and for one that a database rejects. */
function objectIn(text: string, most: number): Json | null {
  if (text.length > most || /\\u0000/.test(text) || isDeep(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
  } catch {
    // Invalid JSON is ignored.
    return null
  }
}

/** Whether the nesting exceeds the limit; brackets in strings do not count. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[{}[\]]/g)) {
    depth += bracket === '{' || bracket === '[' ? 1 : -1
    if (depth > MOST_DEPTH) return true
  }
  return false
}

function otherTitle({ label, title }: Json): OtherTitle | null {
  return typeof title === 'string' ? { label: typeof label === 'string' ? label : '', title } : null
}

function award({ name, category, won, year }: Json): Award | null {
  if (typeof name !== 'string' || name.trim() === '') return null
  return {
    name,
    category: typeof category === 'string' ? category : null,
    won: won === true,
    year: typeof year === 'number' ? inRange(year, 1, 9999) : null,
  }
}

function decimal(text: string | null): number | null {
  const value = text !== null && /^-?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null
  return value !== null && Math.abs(value) <= LIMITS.facts.number ? value : null
}

function flag(text: string | null): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
