import { EXTERNAL_SOURCES, type ExternalSource, type ExternalSubject } from './external-source-table'

export { EXTERNAL_SOURCES, type ExternalSource, type ExternalSubject }

const BY_NAME = new Map(EXTERNAL_SOURCES.map(source => [source.source, source]))
const BY_HOST = new Map(EXTERNAL_SOURCES.flatMap(source => source.hosts.map(host => [host, source] as const)))

/** Alternative names of a source in files and input. */
// A map: an object would also have `constructor`.
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'comic vine': 'comicvine',
    cv: 'comicvine',
    'grand comics database': 'gcd',
    'open library': 'openlibrary',
    olid: 'openlibrary',
    google: 'googlebooks',
    'google books': 'googlebooks',
    asin: 'amazon',
    'mobi-asin': 'amazon',
    mal: 'myanimelist',
    'anime-planet': 'animeplanet',
    'league of comic geeks': 'leagueofcomicgeeks',
    locg: 'leagueofcomicgeeks',
  }),
)

/** The meaning of a pasted text: a page of a known source, an ISBN, or another page. */
export interface Recognised {
  readonly source: string
  /** Null for a page of an unknown source: a link without id. */
  readonly externalId: string | null
  /** Null for an id without a page. */
  readonly url: string | null
}

/** Maximum length of a web address. */
export const ADDRESS_LENGTH = 2000

/** A normalised web address; null for other schemes, and for addresses with user name or password. */
export function webAddress(text: string): URL | null {
  if (text.length > ADDRESS_LENGTH || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname !== '' && url.username === '' && url.password === '' ? url : null
}

/** The stored name of a source: canonical and in lower case. */
export function sourceName(text: string): string {
  const name = text.trim().toLowerCase()
  return OTHER_NAMES.get(name) ?? name
}

/** The known source of a name, also with a plugin prefix. */
export function knownSource(name: string): ExternalSource | null {
  const plain = sourceName(name.replace(/^plugin:/, ''))
  return BY_NAME.get(plain) ?? null
}

/** The ids in a pasted web address or ISBN; null for anything else. Fetches nothing. */
export function recognise(text: string, subject: ExternalSubject): Recognised | null {
  const pasted = text.trim()
  const isbn = isbnOf(pasted)
  if (isbn) return { source: 'isbn', externalId: isbn, url: externalAddress('isbn', isbn, subject) }
  const url = webAddress(pasted)
  if (!url) return null
  const host = url.hostname.replace(/^www\./, '')
  const source = sourceOfHost(host)
  const path = url.pathname + url.search
  for (const page of source?.pages ?? []) {
    if (page.of && page.of !== subject) continue
    const id = page.path.exec(path)?.[1]
    if (source && id) return { source: source.source, externalId: id, url: page.link.replace('{id}', id) }
  }
  return { source: (source?.source ?? host).slice(0, 100), externalId: null, url: url.href }
}

/** The page of an id; null if the source is unknown or has no page for it. */
export function externalAddress(source: string, id: string, subject: ExternalSubject): string | null {
  const pages = knownSource(source)?.pages ?? []
  const page = pages.find(each => (!each.of || each.of === subject) && (each.id ? each.id.test(id) : isWord(id)))
  return page ? page.link.replace('{id}', encodeURIComponent(id)) : null
}

const isWord = (id: string) => /^[\w-]{1,200}$/.test(id)

function sourceOfHost(host: string): ExternalSource | undefined {
  const exact = BY_HOST.get(host)
  if (exact) return exact
  const labels = host.split('.')
  // Any country domain: books.google.de, amazon.co.uk.
  for (const endings of [1, 2]) {
    const source = BY_HOST.get(`${labels.slice(0, -endings).join('.')}.`)
    if (source && (endings === 1 || /^com?$/.test(labels.at(-2) ?? ''))) return source
  }
  return undefined
}

/** An ISBN of 10 or 13 digits with a valid check digit, without hyphens; else null. */
export function isbnOf(text: string): string | null {
  if (text.length > 40) return null
  const digits = text
    .replace(/^(?:urn:)?isbn(?:-1[03])?[:\s]*/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()
  if (/^\d{13}$/.test(digits)) {
    if (!/^97[89]/.test(digits)) return null
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
    return sum % 10 === 0 ? digits : null
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return null
  const sum = [...digits].reduce((total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at), 0)
  return sum % 11 === 0 ? digits : null
}
