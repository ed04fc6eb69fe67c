import { emptyMetadata, inRange, isbnOf } from '../empty-metadata'
import type { Contributor, EmbeddedMetadata, FileProblem } from '../facts'
import { isHiddenName } from '../page-names'
import { fileProblem } from '../problem'
import { elementsOf, isFault, linesOf, parseXml, textOf, type XmlFault } from '../xml/xml-document'

export interface ComicInfoReading {
  readonly metadata: EmbeddedMetadata | null
  readonly problem: FileProblem | null
}

/** The ComicInfo.xml that counts: any case of the name, the least deep one, then the first by name. */
export function findComicInfo<T extends { readonly name: string }>(entries: readonly T[]): T | null {
  let best: { entry: T; depth: number } | null = null
  for (const entry of entries) {
    if (!COMIC_INFO_NAME.test(entry.name) || isHiddenName(entry.name)) continue
    const depth = entry.name.split('/').length
    if (best === null || depth < best.depth || (depth === best.depth && entry.name < best.entry.name)) {
      best = { entry, depth }
    }
  }
  return best?.entry ?? null
}

const COMIC_INFO_NAME = /(?:^|\/)comicinfo\.xml$/i

/** Whether an entry has the name of one. */
export function isComicInfo(name: string): boolean {
  return COMIC_INFO_NAME.test(name)
}

/** Reads a ComicInfo.xml. A broken one is a problem with the metadata and never with the book. */
export function readComicInfo(bytes: Buffer): ComicInfoReading {
  const root = parseXml(bytes, { doctype: 'refused', cutOff: 'refused' })
  if (isFault(root)) return { metadata: null, problem: comicInfoProblem(root) }
  if (root.name.toLowerCase() !== 'comicinfo') return { metadata: null, problem: comicInfoProblem('malformed') }
  const fields = new Map<string, string>()
  for (const child of elementsOf(root)) {
    const value = child.name === 'Summary' ? linesOf(child) : textOf(child)
    if (value !== '' && !fields.has(child.name)) fields.set(child.name, value)
  }
  return { metadata: toMetadata(fields), problem: null }
}

const FAULT_MESSAGES: Readonly<Record<XmlFault, string>> = {
  'too-large': 'ComicInfo.xml is too large and was ignored.',
  dtd: 'ComicInfo.xml declares a document type, which is not allowed; it was ignored.',
  malformed: 'ComicInfo.xml is not well-formed and was ignored.',
}

function comicInfoProblem(fault: XmlFault): FileProblem {
  return fileProblem('metadata', fault === 'too-large' ? 'too-large' : 'metadata', FAULT_MESSAGES[fault])
}

function toMetadata(fields: ReadonlyMap<string, string>): EmbeddedMetadata {
  const text = (name: string) => fields.get(name) ?? null
  const manga = text('Manga')?.toLowerCase() ?? null
  const isbn = isbnOf(text('GTIN') ?? '')
  return {
    ...emptyMetadata('comicinfo'),
    title: text('Title'),
    series: text('Series'),
    number: text('Number'),
    volume: wholeNumber(text('Volume')),
    count: wholeNumber(text('Count')),
    summary: text('Summary'),
    publisher: text('Publisher'),
    imprint: text('Imprint'),
    year: inRange(wholeNumber(text('Year')), 1, 9999),
    month: inRange(wholeNumber(text('Month')), 1, 12),
    day: inRange(wholeNumber(text('Day')), 1, 31),
    languageIso: text('LanguageISO'),
    formatDetail: text('Format'),
    blackAndWhite: yesNo(text('BlackAndWhite')),
    manga: manga === 'yesandrighttoleft' ? true : yesNo(manga),
    readingDirection: manga === 'yesandrighttoleft' ? 'rtl' : null,
    ageRating: text('AgeRating'),
    isbns: isbn === null ? [] : [isbn],
    genres: list(text('Genre')),
    tags: list(text('Tags')),
    authors: authorsOf(fields),
    web: webAddress(text('Web')),
  }
}

/** -1 is how the schema writes "not set". */
function wholeNumber(text: string | null): number | null {
  if (text === null || !/^\d{1,9}$/.test(text)) return null
  return Number(text)
}

function yesNo(text: string | null): boolean | null {
  const value = text?.toLowerCase()
  if (value === 'yes' || value === 'true' || value === '1') return true
  return value === 'no' || value === 'false' || value === '0' ? false : null
}

function list(text: string | null): string[] {
  const items = (text ?? '').split(',').map(item => item.trim())
  return [...new Set(items.filter(item => item !== ''))]
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
  return ROLES.flatMap(([field, role]) => list(fields.get(field) ?? null).map(name => ({ name, role, sortName: null })))
}

/** The field may hold several addresses; only what a browser may follow is kept. */
function webAddress(text: string | null): string | null {
  const candidates = text?.split(/[\s,]+/) ?? []
  return candidates.find(candidate => /^https?:\/\/[^\s]+$/i.test(candidate) && URL.canParse(candidate)) ?? null
}
