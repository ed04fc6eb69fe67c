import { emptyMetadata } from '../empty-metadata'
import { readOpf } from '../epub/opf-metadata'
import type { Contributor, EmbeddedMetadata } from '../facts'
import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'
import { readInfoFile } from '../sidecar/info-files'
import { decodeXml } from '../xml/xml-text'
import { COMIC_INFO_FIELDS, comicInfoText } from './comic-info-text'
import { OPF_FIELDS, opfText } from './opf-text'
import { declaredUtf8 } from './xml-edit'

export type DocumentKind = 'comicinfo' | 'opf'
export type MetadataField = keyof EmbeddedMetadata

/** What the book has, and which of its empty fields a person has emptied: other empty fields are left as they are. */
export interface WantedMetadata {
  readonly values: EmbeddedMetadata
  readonly cleared: readonly MetadataField[]
}

export interface FieldChange {
  readonly field: MetadataField
  /** As one text; null for nothing. */
  readonly before: string | null
  readonly after: string | null
}

export interface DocumentPlan {
  /** The document as it will be, in UTF-8; null if nothing changes. */
  readonly bytes: Buffer | null
  readonly changes: readonly FieldChange[]
  /** Fields that differ and that this kind of document cannot say. */
  readonly skipped: readonly MetadataField[]
}

const KINDS = {
  comicinfo: {
    fields: COMIC_INFO_FIELDS,
    write: comicInfoText,
    read: (bytes: Buffer) => readInfoFile('ComicInfo.xml', bytes).said[0] ?? null,
  },
  opf: { fields: OPF_FIELDS, write: opfText, read: readOpf },
} as const
/** Fields that are named when a kind of document has no place for them. */
const REPORTED: readonly MetadataField[] = [
  ...(['volume', 'count', 'imprint', 'formatDetail', 'blackAndWhite', 'manga', 'ageRating', 'tags', 'web'] as const),
  ...(['subtitle', 'edition', 'originalTitle', 'originalYear'] as const),
]
/** People whom a ComicInfo.xml knows; it has no sort names. */
const COMIC_ROLES = ['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover_artist', 'editor', 'translator']

/**
 * What a document will say. It is read again by the reader of scans: a field that does not come back as it was written is
 * left out, and if any other field changed, nothing is written.
 * @param document null if there is none yet
 * Throws FileProblemError if the document cannot be read or edited.
 */
export function planDocument(kind: DocumentKind, document: Buffer | null, wanted: WantedMetadata): DocumentPlan {
  const { fields, write, read } = KINDS[kind]
  const before = document === null ? emptyMetadata(kind) : read(document)
  if (before === null) return refuse('metadata', 'metadata', 'The metadata in the file can’t be read.')
  const text = document === null ? null : decodeXml(document)
  const isSame = (a: EmbeddedMetadata, b: EmbeddedMetadata, field: MetadataField) =>
    shown(kind, field, a[field]) === shown(kind, field, b[field])
  let chosen = fields.filter(field => isWanted(wanted, field) && !isSame(before, wanted.values, field))
  const skipped = REPORTED.filter(
    field => !fields.includes(field) && isSet(wanted.values[field]) && !isSame(before, wanted.values, field),
  )
  while (chosen.length > 0) {
    const merged = { ...before, ...Object.fromEntries(chosen.map(field => [field, wanted.values[field]])) }
    const edited = write(text, merged, chosen)
    if (edited === null) return refuse('metadata', 'metadata', 'The metadata in the file can’t be edited.')
    const bytes = Buffer.from(declaredUtf8(edited))
    const after = bytes.length > FORMAT_LIMITS.xmlBytes ? null : read(bytes)
    if (after === null) return refuse('metadata', 'too-large', 'The metadata would be too large to be read again.')
    // A barcode stands where the ISBN would.
    const isTaken = chosen.includes('isbns') && !isSame(before, after, 'identifiers')
    const lost = chosen.filter(field => (field === 'isbns' && isTaken) || !isSame(after, wanted.values, field))
    if (lost.length === 0) {
      if (fields.some(field => !chosen.includes(field) && !isSame(before, after, field)))
        refuse('metadata', 'metadata', 'The metadata in the file can’t be edited.')
      return { bytes, changes: chosen.map(field => changeOf(field, before, wanted.values)), skipped }
    }
    skipped.push(...lost)
    chosen = chosen.filter(field => !lost.includes(field))
  }
  return { bytes: null, changes: [], skipped }
}

function isWanted({ values, cleared }: WantedMetadata, field: MetadataField): boolean {
  return isSet(values[field]) || cleared.includes(field)
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
}

function changeOf(field: MetadataField, before: EmbeddedMetadata, after: EmbeddedMetadata): FieldChange {
  return { field, before: displayed(before[field]), after: displayed(after[field]) }
}

/** What a value comes to in a document of that kind, to be compared. */
function shown(kind: DocumentKind, field: MetadataField, value: unknown): string {
  if (!isSet(value)) return ''
  if (kind === 'comicinfo' && field === 'isbns') return JSON.stringify((value as readonly string[]).slice(0, 1))
  if (field === 'authors') return shownPeople(kind, value as readonly Contributor[])
  // Line ends and white space at both ends are the reader's choice.
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : JSON.stringify(value)
}

function shownPeople(kind: DocumentKind, people: readonly Contributor[]): string {
  if (kind === 'opf') return JSON.stringify(people.map(({ name, role, sortName }) => [name, role, sortName]))
  const known = people.filter(({ role }) => COMIC_ROLES.includes(role))
  return known.length === 0
    ? ''
    : JSON.stringify(COMIC_ROLES.map(role => known.filter(person => person.role === role).map(({ name }) => name)))
}

/** For a person. */
function displayed(value: unknown): string | null {
  if (!isSet(value)) return null
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return value
    .map(item => (typeof item === 'object' && item !== null && 'name' in item ? namedItem(item) : String(item)))
    .join(', ')
}

function namedItem(item: object & { readonly name?: unknown; readonly role?: unknown }): string {
  return 'role' in item ? `${item.name} (${item.role})` : String(item.name)
}
