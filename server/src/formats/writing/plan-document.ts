import { emptyMetadata } from '../empty-metadata'
import { readOpf } from '../epub/opf-metadata'
import type { Contributor, EmbeddedMetadata } from '../facts'
import { FORMAT_LIMITS } from '../limits'
import { readInfoFile } from '../sidecar/info-files'
import { decodeXml } from '../xml/xml-text'
import { COMIC_INFO_FIELDS, comicInfoText, LOCALIZED } from './comic-info-text'
import { bookIds, displayedId, metronIds, opfIds } from './identifiers'
import { METRON_ROLES } from './metron-credits'
import { LANGUAGE, METRON_INFO_FIELDS, metronInfoText } from './metron-info-text'
import { OPF_FIELDS, opfText } from './opf-text'
import { refuseWriting } from './refuse-writing'
import { wholeLinks } from './web-links'
import { declaredUtf8 } from './xml-edit'

export type DocumentKind = 'comicinfo' | 'metroninfo' | 'opf'
export type MetadataField = keyof EmbeddedMetadata

/** The book's values, and which of its empty fields a person has cleared: other empty fields are left as they are. */
export interface WantedMetadata {
  readonly values: EmbeddedMetadata
  readonly cleared: readonly MetadataField[]
  /** The series' title, for a document that requires one, if `values` has none. */
  readonly seriesName?: string
}

/** People whom a ComicInfo.xml can contain. */
const COMIC_ROLES = ['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover_artist', 'editor', 'translator']

export interface FieldChange {
  readonly field: MetadataField
  /** As one text; null if empty. */
  readonly before: string | null
  readonly after: string | null
}

export interface DocumentPlan {
  /** The new document in UTF-8; null if nothing changes. */
  readonly bytes: Buffer | null
  readonly changes: readonly FieldChange[]
  /** Changed fields that this kind of document cannot contain. */
  readonly skipped: readonly MetadataField[]
}

interface Kind {
  readonly fields: readonly MetadataField[]
  readonly write: typeof comicInfoText
  readonly read: (bytes: Buffer) => EmbeddedMetadata | null
  /**
   * For comparison, the part of a value that the document can contain; a value without an entry is compared completely.
   */
  readonly carried: { readonly [Field in MetadataField]?: (value: EmbeddedMetadata[Field]) => unknown }
}

const KINDS: Readonly<Record<DocumentKind, Kind>> = {
  comicinfo: {
    fields: COMIC_INFO_FIELDS,
    write: comicInfoText,
    read: bytes => readInfoFile('ComicInfo.xml', bytes).said[0] ?? null,
    carried: {
      isbns: isbns => isbns.slice(0, 1),
      authors: byRole(COMIC_ROLES),
      otherTitles: titles => titles.filter(({ label }) => label === LOCALIZED).slice(0, 1),
      webLinks: wholeLinks,
    },
  },
  metroninfo: {
    fields: METRON_INFO_FIELDS,
    write: metronInfoText,
    read: bytes => readInfoFile('MetronInfo.xml', bytes).said[0] ?? null,
    carried: {
      isbns: isbns => isbns.slice(0, 1),
      authors: byRole([...METRON_ROLES.keys()]),
      identifiers: metronIds,
      otherTitles: titles => titles.filter(({ label }) => LANGUAGE.test(label)),
      webLinks: wholeLinks,
    },
  },
  opf: {
    fields: OPF_FIELDS,
    write: opfText,
    read: readOpf,
    carried: {
      authors: people => people.map(({ name, role, sortName }) => [name, role, sortName]),
      identifiers: opfIds,
      webLinks: links => wholeLinks(links).toSorted(),
    },
  },
}
/** Fields reported if a kind of document cannot contain them. */
const REPORTED: readonly MetadataField[] = [
  ...([
    'volume',
    'count',
    'imprint',
    'formatDetail',
    'blackAndWhite',
    'manga',
    'ageRating',
    'tags',
    'webLinks',
  ] as const),
  ...(['titleSort', 'subtitle', 'edition', 'originalTitle', 'originalYear', 'bookType'] as const),
  ...(['chapter', 'seriesPosition', 'seriesTotal', 'otherTitles', 'awards', 'custom'] as const),
  ...(['characters', 'teams', 'locations', 'storyArcs', 'universes', 'reprints', 'mainCharacterOrTeam'] as const),
  ...(['alternateSeries', 'seriesGroups', 'notes', 'review', 'communityRating', 'isbns', 'identifiers'] as const),
]
/** Lists of which a kind of document may be able to contain only some items. */
const PARTLY: readonly MetadataField[] = ['isbns', 'otherTitles', 'webLinks']

/**
 * The new content of a document. It is read back with the scanner's parser: a field that does not round-trip is left
 * out, and if any other field changed, nothing is written.
 * @param document null if there is none yet
 * @throws FileProblemError if the document cannot be read or edited
 */
export function planDocument(kind: DocumentKind, document: Buffer | null, given: WantedMetadata): DocumentPlan {
  const { fields, write, read } = KINDS[kind]
  const before = document === null ? emptyMetadata(kind) : read(document)
  if (before === null) return refuseWriting('document-unreadable')
  const wanted = withSeries(kind, before, document === null, given)
  const text = document === null ? null : decodeXml(document)
  const isSame = (a: EmbeddedMetadata, b: EmbeddedMetadata, field: MetadataField) =>
    shown(kind, field, a[field]) === shown(kind, field, b[field])
  let chosen = fields.filter(field => isWanted(wanted, field) && !isSame(before, wanted.values, field))
  const lacking = (said: EmbeddedMetadata) =>
    REPORTED.filter(field => {
      if (!isSet(wanted.values[field]) || skipped.includes(field)) return false
      // Values already in one of the files.
      if (field === 'identifiers')
        return wanted.cleared.includes(field) && !hasAll(bookIds(said.identifiers), bookIds(wanted.values.identifiers))
      if (fields.includes(field)) return PARTLY.includes(field) && !hasAll(said[field], wanted.values[field])
      // The number of a comic is its chapter.
      const isNumber = field === 'chapter' && Number(said.number ?? Number.NaN) === wanted.values.chapter
      return !isNumber && !isSame(said, wanted.values, field)
    })
  const skipped: MetadataField[] = []
  while (chosen.length > 0) {
    const merged = { ...before, ...Object.fromEntries(chosen.map(field => [field, wanted.values[field]])) }
    const edited = write(text, merged, chosen)
    if (edited === null) return refuseWriting('document-unreadable')
    const bytes = Buffer.from(declaredUtf8(edited))
    const after = bytes.length > FORMAT_LIMITS.xmlBytes ? null : read(bytes)
    if (after === null) return refuseWriting('document-too-large')
    // A barcode is stored in the ISBN's place.
    const isTaken = chosen.includes('isbns') && !chosen.includes('identifiers') && !isSame(before, after, 'identifiers')
    const lost = chosen.filter(field => (field === 'isbns' && isTaken) || !isSame(after, wanted.values, field))
    if (lost.length === 0) {
      if (fields.some(field => !chosen.includes(field) && !isSame(before, after, field)))
        refuseWriting('document-unreadable')
      const changes = chosen.map(field => changeOf(field, before, wanted.values))
      return { bytes, changes, skipped: [...skipped, ...lacking(after)] }
    }
    skipped.push(...lost)
    chosen = chosen.filter(field => !lost.includes(field))
  }
  return { bytes: null, changes: [], skipped: [...skipped, ...lacking(before)] }
}

/** A MetronInfo.xml requires a series; in a package document a number belongs to a series. */
function withSeries(
  kind: DocumentKind,
  before: EmbeddedMetadata,
  isNew: boolean,
  wanted: WantedMetadata,
): WantedMetadata {
  const { values, seriesName } = wanted
  if (values.series !== null || before.series !== null) return wanted
  const isNumbered = kind === 'opf' && values.number !== null
  if (!isNumbered && !(kind === 'metroninfo' && isNew)) return wanted
  const series = seriesName ?? (isNumbered ? null : refuseWriting('no-series'))
  return { ...wanted, values: { ...values, series } }
}

function isWanted({ values, cleared }: WantedMetadata, field: MetadataField): boolean {
  return isSet(values[field]) || cleared.includes(field)
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0)
}

/** Whether a list contains every item of another. */
function hasAll(said: unknown, wanted: unknown): boolean {
  const has = new Set((Array.isArray(said) ? said : []).map(item => JSON.stringify(item)))
  return (Array.isArray(wanted) ? wanted : []).every(item => has.has(JSON.stringify(item)))
}

function changeOf(field: MetadataField, before: EmbeddedMetadata, after: EmbeddedMetadata): FieldChange {
  if (field !== 'identifiers') return { field, before: displayed(before[field]), after: displayed(after[field]) }
  const ids = (said: EmbeddedMetadata) => displayed(bookIds(said.identifiers).map(displayedId))
  return { field, before: ids(before), after: ids(after) }
}

/** A value as this kind of document represents it, for comparison. */
function shown<Field extends MetadataField>(kind: DocumentKind, field: Field, value: EmbeddedMetadata[Field]): string {
  if (!isSet(value)) return ''
  const carried = KINDS[kind].carried[field]
  if (carried !== undefined) {
    const part = carried(value)
    return isSet(part) ? JSON.stringify(part) : ''
  }
  // The parser may normalise line ends and surrounding white space.
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : JSON.stringify(value)
}

/** Names of people by role; such a document has no sort names. */
function byRole(roles: readonly string[]) {
  return (people: readonly Contributor[]) => {
    const known = people.filter(({ role }) => roles.includes(role))
    return known.length === 0
      ? []
      : roles.map(role => known.flatMap(person => (person.role === role ? person.name : [])))
  }
}

/** For a person. */
function displayed(value: unknown): string | null {
  if (!isSet(value)) return null
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return value.map(item => (typeof item === 'object' && item !== null ? namedItem(item) : String(item))).join(', ')
}

/** A person with the role, an alternate title, an award or a story arc. */
function namedItem(item: object): string {
  const { name, title, role } = item as Readonly<Record<string, unknown>>
  return role === undefined ? String(name ?? title) : `${name} (${role})`
}
