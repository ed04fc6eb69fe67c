import { inRange } from '../empty-metadata'
import type { SeriesFile } from '../facts'
import { printable } from '../problem'

/**
 * Reads Mylar's series.json (version 1: `{metadata: {publisher, year, description_text, status …}}`). Null when it is none.
 */
export function readSeriesJson(bytes: Buffer): SeriesFile | null {
  let document: unknown
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Not UTF-8, not JSON, or nested deeper than the stack.
    return null
  }
  const metadata = isRecord(document) ? document.metadata : null
  if (!isRecord(metadata)) return null
  const summary = textOf(metadata.description_text) ?? textOf(metadata.description_formatted)
  const year = Number(metadata.year ?? Number.NaN)
  const status = STATUSES.get(textOf(metadata.status)?.toLowerCase() ?? '') ?? null
  return { publisher: textOf(metadata.publisher), year: inRange(year, 1, 9999), summary, status }
}

const STATUSES = new Map([
  ['continuing', 'ongoing'],
  ['ended', 'ended'],
] as const) as ReadonlyMap<string, 'ongoing' | 'ended'>

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => printable(line.replaceAll('\t', ' ')))
    .join('\n')
    .trim()
  return text === '' ? null : text
}
