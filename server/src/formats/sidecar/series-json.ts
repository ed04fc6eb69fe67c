import { inRange } from '../empty-metadata'
import { htmlToText } from '../epub/html-to-text'
import type { SeriesFile } from '../facts'
import { printable, withoutOverrides } from '../problem'
import { bookTypeOf, webLinksIn } from './said-text'

/**
 * Reads Mylar's series.json (version 1: `{metadata: {name, publisher, imprint, year, description_text, booktype,
 * comicid …}}`), and addresses that some programs add (`url`, `links` …). Null if it is not one. Its picture is a web
 * address and is ignored.
 */
export function readSeriesJson(bytes: Buffer): SeriesFile | null {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Not UTF-8, not JSON, or nested too deep for the stack.
    return null
  }
  const metadata = isRecord(document) ? document.metadata : null
  if (!isRecord(metadata)) return null
  const text = (name: string) => textOf(metadata[name])
  const formatted = htmlToText(text('description_formatted') ?? '') || null
  const comicId = wholeOf(metadata.comicid)
  return {
    name: text('name'),
    publisher: text('publisher'),
    imprint: text('imprint'),
    year: inRange(wholeOf(metadata.year), 1, 9999),
    volume: wholeOf(metadata.volume),
    summary: htmlToText(text('description_text') ?? '') || formatted,
    status: STATUSES.get(text('status')?.toLowerCase() ?? '') ?? null,
    ageRating: text('age_rating'),
    bookType: bookTypeOf(text('booktype')),
    format: text('booktype'),
    totalIssues: wholeOf(metadata.total_issues) || null,
    publicationRun: text('publication_run'),
    webLinks: webLinksIn(['url', 'web', 'link', 'links', 'urls'].flatMap(name => textsOf(metadata[name])).join(' ')),
    identifiers: comicId ? [{ source: 'comicvine', id: String(comicId), of: 'series' }] : [],
    collects: collected(metadata.collects),
  }
}

const STATUSES = new Map([
  ['continuing', 'ongoing'],
  ['ended', 'ended'],
] as const) as ReadonlyMap<string, 'ongoing' | 'ended'>

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Numbers may be numbers or text. */
function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' ? inRange(number, 0, 999_999_999) : null
}

/** The series with issues in a collection, one object each with `series` and `issues`. */
function collected(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.flatMap(each => {
    if (!isRecord(each)) return []
    return [[textOf(each.series), textOf(each.issues)].filter(part => part !== null).join(' ')].filter(
      part => part !== '',
    )
  })
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(each => typeof each === 'string')
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => printable(withoutOverrides(line.replaceAll('\t', ' '))))
    .join('\n')
    .trim()
  return text === '' ? null : text
}
