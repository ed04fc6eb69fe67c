import { BOOK_TYPES } from '@octavo/contract/metadata-words'
import { inRange } from '../empty-metadata'
import type { EmbeddedMetadata } from '../facts'
import { wholeNumber } from '../sidecar/said-text'
import { descendantsNamed, type XmlElement } from '../xml/xml-document'

/**
 * Fields that a package document has no element for, by the name of the `<meta name= content=>` that carries them, as
 * calibre has its own for series. EPUB 2 and 3 allow such elements; other programs pass them over.
 */
export const OWN_METAS = {
  'octavo:original_title': 'originalTitle',
  'octavo:original_year': 'originalYear',
  'octavo:volume': 'volume',
  'octavo:count': 'count',
  'octavo:tag': 'tags',
  'octavo:book_type': 'bookType',
  'octavo:format': 'formatDetail',
  'octavo:imprint': 'imprint',
  'octavo:age_rating': 'ageRating',
  'octavo:manga': 'manga',
  'octavo:black_and_white': 'blackAndWhite',
} as const satisfies Readonly<Record<string, keyof EmbeddedMetadata>>

export type OwnField = (typeof OWN_METAS)[keyof typeof OWN_METAS]

/** What those elements say. */
export function readOwnMetas(metadata: XmlElement): Pick<EmbeddedMetadata, OwnField> {
  const said = new Map<string, string[]>()
  for (const { attributes } of descendantsNamed(metadata, 'meta')) {
    const { name = '', content = '' } = attributes
    const value = content.trim()
    if (value !== '' && Object.hasOwn(OWN_METAS, name)) said.set(name, [...(said.get(name) ?? []), value])
  }
  const text = (name: keyof typeof OWN_METAS) => said.get(name)?.[0] ?? null
  const whole = (name: keyof typeof OWN_METAS) => wholeNumber(text(name))
  return {
    originalTitle: text('octavo:original_title'),
    originalYear: inRange(whole('octavo:original_year'), 1, 9999),
    volume: whole('octavo:volume'),
    count: whole('octavo:count'),
    tags: [...new Set(said.get('octavo:tag'))],
    bookType: BOOK_TYPES.find(type => type === text('octavo:book_type')) ?? null,
    formatDetail: text('octavo:format'),
    imprint: text('octavo:imprint'),
    ageRating: text('octavo:age_rating'),
    manga: flag(text('octavo:manga')),
    blackAndWhite: flag(text('octavo:black_and_white')),
  }
}

function flag(text: string | null): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null
}
