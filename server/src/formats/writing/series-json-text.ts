import { ageOf } from '../age-rating'
import type { SeriesFile } from '../facts'
import { FORMAT_LIMITS } from '../limits'
import { readSeriesJson } from '../sidecar/series-json'
import type { DocumentPlan, FieldChange } from './plan-document'
import { proseOf } from './prose'
import { refuseWriting } from './refuse-writing'

/** The series' values, and which of its empty fields a person has cleared. */
export interface WantedSeries {
  readonly values: SeriesJsonValues
  readonly cleared: readonly SeriesJsonField[]
  /** The title in lists, which a new document requires. */
  readonly title: string
  /** Set fields that a series.json cannot contain. */
  readonly unplaced: readonly string[]
}

/** By the names of the series' fields; null for nothing to write. */
export interface SeriesJsonValues {
  readonly title: string | null
  readonly publisher: string | null
  readonly imprint: string | null
  readonly year: number | null
  readonly summary: string | null
  readonly status: string | null
  /** In years. */
  readonly ageRating: number | null
  readonly totalVolumeCount: number | null
  /** The id at Comic Vine. */
  readonly externalIds: number | null
}
export type SeriesJsonField = keyof SeriesJsonValues

export interface SeriesDocumentPlan extends Omit<DocumentPlan, 'changes' | 'skipped'> {
  readonly changes: readonly (Omit<FieldChange, 'field'> & { readonly field: string })[]
  readonly skipped: readonly string[]
}

interface Place {
  /** The members of Mylar's `metadata`; the first one is written. */
  readonly members: readonly [string, ...string[]]
  readonly read: (file: SeriesFile) => string | number | null
  /** The written value; undefined if it has no equivalent. */
  readonly write: (value: string | number) => string | number | undefined
}

const asIs = (value: string | number) => value
const STATUSES: Readonly<Record<string, string>> = { ongoing: 'Continuing', ended: 'Ended' }

const PLACES: Readonly<Record<SeriesJsonField, Place>> = {
  title: { members: ['name'], read: ({ name }) => name, write: asIs },
  publisher: { members: ['publisher'], read: ({ publisher }) => publisher, write: asIs },
  imprint: { members: ['imprint'], read: ({ imprint }) => imprint, write: asIs },
  year: { members: ['year'], read: ({ year }) => year, write: asIs },
  summary: {
    members: ['description_text', 'description_formatted'],
    read: ({ summary }) => summary,
    write: value => proseOf(String(value)) ?? undefined,
  },
  status: { members: ['status'], read: ({ status }) => status, write: value => STATUSES[value] },
  ageRating: { members: ['age_rating'], read: ({ ageRating }) => ageOf(ageRating), write: value => `${value}+` },
  totalVolumeCount: { members: ['total_issues'], read: ({ totalIssues }) => totalIssues, write: asIs },
  externalIds: {
    members: ['comicid'],
    read: ({ identifiers }) => {
      const comicVine = identifiers.find(({ source }) => source === 'comicvine')
      return comicVine === undefined ? null : Number(comicVine.id)
    },
    write: asIs,
  },
}
const FIELDS = Object.keys(PLACES) as SeriesJsonField[]

type Json = Record<string, unknown>

/**
 * The new content of the series.json of a series: unknown members stay. It is read back with the scanner's parser; a
 * field that does not round-trip is left out and reported.
 * @param document null if there is none yet
 * @throws FileProblemError if the document cannot be read
 */
export function planSeriesJson(document: Buffer | null, wanted: WantedSeries): SeriesDocumentPlan {
  const { values, cleared, title, unplaced } = wanted
  const before = document === null ? null : readSeriesJson(document)
  if (document !== null && before === null) return refuseWriting('document-unreadable')
  const asked = before === null ? { ...values, title: values.title ?? title } : values
  const now = (field: SeriesJsonField, file: SeriesFile | null) => file && PLACES[field].read(file)
  const differs = (field: SeriesJsonField, file: SeriesFile | null) =>
    (asked[field] !== null || cleared.includes(field)) && !isSame(now(field, file), asked[field])
  const chosen = FIELDS.filter(field => differs(field, before))
  const root: Json = document === null ? { version: '1.0.2' } : JSON.parse(new TextDecoder().decode(document))
  const said: Json = { ...(root.metadata as Json | undefined) }
  if (document === null) said.type = 'comicSeries'
  for (const field of chosen) {
    const [first, ...others] = PLACES[field].members
    const value = asked[field]
    const text = value === null ? null : PLACES[field].write(value)
    if (text === undefined) continue
    said[first] = text
    for (const other of others) if (other in said) said[other] = text
  }
  const bytes = Buffer.from(`${JSON.stringify({ ...root, metadata: said }, null, 4)}\n`)
  if (bytes.length > FORMAT_LIMITS.xmlBytes) return refuseWriting('document-too-large')
  const after = readSeriesJson(bytes)
  const isOther = (field: SeriesJsonField) => !chosen.includes(field) && !isSame(now(field, before), now(field, after))
  if (after === null || (before !== null && FIELDS.some(isOther))) return refuseWriting('document-unreadable')
  const skipped = [...chosen.filter(field => differs(field, after)), ...unplaced]
  const changes = chosen
    .filter(field => !differs(field, after))
    .map(field => ({ field, before: shown(now(field, before)), after: shown(asked[field]) }))
  return { bytes: changes.length === 0 ? null : bytes, changes, skipped }
}

function isSame(a: string | number | null, b: string | number | null): boolean {
  return trimmed(a) === trimmed(b)
}

function trimmed(value: string | number | null): string | number | null {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value
}

function shown(value: string | number | null): string | null {
  return value === null ? null : String(value)
}
