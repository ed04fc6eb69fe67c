import { randomUUID } from 'node:crypto'
import { own } from '../../kernel/own'
import { idIn } from '../epub/opf-identifiers'
import { OWN_METAS, ownTexts } from '../epub/opf-own'
import type { Contributor, EmbeddedMetadata } from '../facts'
import { textOf } from '../xml/xml-document'
import { idChanges, opfIds } from './identifiers'
import { linkEdits, linksOfIdentifier } from './opf-links'
import { metasNamed, titleEdits } from './opf-titles'
import { proseOf } from './prose'
import {
  addition,
  applyEdits,
  attributeOf,
  escapeXml,
  localName,
  outlineOf,
  removal,
  type XmlOutline,
  type XmlSpan,
} from './xml-edit'
import { elementIn, textOfSpan } from './xml-paths'

type Field = keyof EmbeddedMetadata

/** Fields that a package document can contain. */
export const OPF_FIELDS: readonly Field[] = [
  ...([
    'title',
    'titleSort',
    'subtitle',
    'edition',
    'series',
    'number',
    'summary',
    'publisher',
    'year',
    'month',
    'day',
  ] as const),
  ...(['languageIso', 'isbns', 'identifiers', 'webLinks', 'communityRating', 'genres', 'authors'] as const),
  ...Object.values(OWN_METAS),
]

/** MARC relator codes of roles. `oth` is read as contributor. */
const CODES: Readonly<Record<string, string>> = {
  writer: 'aut',
  artist: 'art',
  illustrator: 'ill',
  penciller: 'pnc',
  inker: 'ink',
  colorist: 'clr',
  letterer: 'ltr',
  cover_artist: 'cov',
  editor: 'edt',
  translator: 'trl',
  narrator: 'nrt',
  contributor: 'oth',
}

const emptyPackage = () => `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uuid_id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="uuid_id" opf:scheme="uuid">${randomUUID()}</dc:identifier>
  </metadata>
</package>
`
const MODIFIED = 'dcterms:modified'
const OPF = 'xmlns:opf="http://www.idpf.org/2007/opf"'
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'

/**
 * A package document with some fields changed; everything else is preserved. `text` is null for a new sidecar file.
 * Null if it cannot be edited.
 */
export function opfText(text: string | null, values: EmbeddedMetadata, fields: readonly Field[]): string | null {
  const before = text ?? emptyPackage()
  const outline = outlineOf(before, ['package', 'metadata'])
  const root = outlineOf(before, ['package'])
  if (outline === null || root === null || outline.children.some(({ name }) => /dc-metadata/i.test(name))) return null
  const isThird = (attributeOf(root.element, 'version') ?? '').startsWith('3')
  const has = (...names: Field[]) => names.some(name => fields.includes(name))
  const removed = new Set<XmlSpan>()
  const lines: string[] = []
  const replace = (name: string, written: readonly string[]) => {
    for (const child of named(outline, name)) removed.add(child)
    lines.push(...written)
  }
  const one = (name: string, value: string | null) =>
    replace(name, value === null || value === '' ? [] : [dc(before, name, value)])
  const titled = titleEdits(before, outline, isThird, values, fields)
  for (const child of titled.removed) removed.add(child)
  for (const { text, id } of titled.titles) lines.push(dc(before, 'title', text, id === null ? '' : ` id="${id}"`))
  lines.push(...titled.lines)
  const edits = [...titled.edits]
  const own = attributeOf(root.element, 'unique-identifier')
  const removeRefinements = (child: XmlSpan) => {
    const id = attributeOf(child, 'id')
    for (const meta of named(outline, 'meta'))
      if (id !== null && attributeOf(meta, 'refines') === `#${id}`) removed.add(meta)
  }
  const removeIdentifier = (child: XmlSpan) => {
    removed.add(child)
    removeRefinements(child)
  }
  const identifier = (scheme: string, prefix: string, value: string) =>
    isThird
      ? dc(before, 'identifier', `${prefix}:${value}`)
      : dc(before, 'identifier', value, ` ${OPF} opf:scheme="${scheme.toUpperCase()}"`)
  if (has('summary')) one('description', proseOf(values.summary))
  if (has('publisher')) one('publisher', values.publisher)
  if (has('languageIso')) {
    // Further languages stay.
    const [first, ...others] = named(outline, 'language')
    const isSaid = ({ innerStart, innerEnd }: XmlSpan) =>
      before.slice(innerStart, innerEnd).trim() === values.languageIso
    for (const child of others) if (isSaid(child)) removed.add(child)
    // In place, as the first one is read.
    if (values.languageIso && first) edits.push({ ...first, text: dc(before, 'language', values.languageIso) })
    else if (values.languageIso) lines.push(dc(before, 'language', values.languageIso))
    else if (first) removed.add(first)
  }
  if (has('year', 'month', 'day')) {
    for (const child of publicationDates(outline)) removed.add(child)
    const date = dateOf(values)
    if (date !== null) lines.push(dc(before, 'date', date))
  }
  if (has('genres')) {
    replace(
      'subject',
      values.genres.map(genre => dc(before, 'subject', genre)),
    )
  }
  if (has('isbns')) {
    for (const child of named(outline, 'identifier')) {
      // Scrambled fonts and other files refer to the book by its unique identifier.
      if (attributeOf(child, 'id') !== own && isIsbn(before, child)) removed.add(child)
    }
    lines.push(...values.isbns.map(isbn => identifier('isbn', 'urn:isbn', isbn)))
  }
  if (has('identifiers')) {
    const there = named(outline, 'identifier').flatMap(child =>
      idsOf(before, child).map(({ source, id }) => ({ child, source, id })),
    )
    const { replaced, added } = idChanges(there, opfIds(values.identifiers))
    for (const { child, source } of there) {
      const id = attributeOf(child, 'id')
      if (replaced.has(source) && (id === null || id !== own)) removeIdentifier(child)
    }
    lines.push(...added.map(({ source, id }) => identifier(source, `urn:${source}`, id)))
  }
  if (has('webLinks')) {
    const links = linkEdits(before, named(outline, 'identifier'), own, values.webLinks)
    for (const child of links.removed) removeIdentifier(child)
    for (const { child, link } of links.replaced) {
      removeRefinements(child)
      edits.push({ ...child, text: identifier(link.scheme, link.scheme, link.link) })
    }
    lines.push(...links.added.map(({ scheme, link }) => identifier(scheme, scheme, link)))
  }
  if (has('communityRating')) {
    for (const child of metasNamed(outline, 'calibre:rating')) removed.add(child)
    // Calibre counts half stars.
    const rating = values.communityRating
    if (rating !== null) lines.push(`<meta name="calibre:rating" content="${Number((rating * 2).toFixed(4))}"/>`)
  }
  if (has('series', 'number')) {
    for (const child of named(outline, 'meta')) {
      if (/^calibre:series(?:_index)?$/.test(attributeOf(child, 'name') ?? '')) removed.add(child)
    }
    for (const child of seriesCollection(before, outline)) removed.add(child)
    for (const name of ['series', 'number'] as const) {
      const value = values[name]
      const key = name === 'series' ? 'calibre:series' : 'calibre:series_index'
      if (value !== null) lines.push(`<meta name="${key}" content="${escapeXml(value)}"/>`)
    }
  }
  for (const [name, field] of Object.entries(OWN_METAS)) {
    if (!has(field)) continue
    for (const child of metasNamed(outline, name)) removed.add(child)
    lines.push(...ownTexts(values[field]).map(each => `<meta name="${name}" content="${escapeXml(each)}"/>`))
  }
  if (has('authors')) {
    const ids = new Set<string>()
    for (const child of [...named(outline, 'creator'), ...named(outline, 'contributor')]) {
      if (localName(child.name) === 'contributor' && !isPerson(outline, child)) continue
      removed.add(child)
      ids.add(`#${attributeOf(child, 'id') ?? ''}`)
    }
    for (const child of named(outline, 'meta')) if (ids.has(attributeOf(child, 'refines') ?? '')) removed.add(child)
    const taken = new Set(before.match(/\bid\s*=\s*["'][^"']*["']/g))
    lines.push(...values.authors.flatMap((author, i) => personLines(before, author, { isThird, id: freeId(taken, i) })))
  }
  if (isThird && metasNamed(outline, MODIFIED).length > 0) {
    for (const child of metasNamed(outline, MODIFIED)) removed.add(child)
    lines.push(`<meta property="${MODIFIED}">${new Date().toISOString().replace(/\.\d+/, '')}</meta>`)
  }
  const remaining = outline.children.filter(child => !removed.has(child))
  const gone = [...removed].map(child => removal(before, child))
  if (remaining.length > 0)
    return applyEdits(before, [...edits, ...gone, ...addition(before, { ...outline, children: remaining }, lines)])
  return null
}

function named({ children }: XmlOutline, name: string): XmlSpan[] {
  return children.filter(child => localName(child.name) === name)
}

/** A Dublin Core element with the document's prefix. */
function dc(document: string, name: string, value: string, attributes = ''): string {
  const declared = /xmlns:([\w.-]+)\s*=\s*["']http:\/\/purl\.org\/dc\/elements\/1\.1\/["']/.exec(document)?.[1]
  const prefix = declared ?? 'dc'
  const own = declared === undefined ? ` ${DC}` : ''
  return `<${prefix}:${name}${own}${attributes}>${escapeXml(value)}</${prefix}:${name}>`
}

function dateOf({ year, month, day }: EmbeddedMetadata): string | null {
  if (year === null) return null
  const two = (part: number) => String(part).padStart(2, '0')
  const parts = [
    String(year).padStart(4, '0'),
    ...(month === null ? [] : [two(month), ...(day === null ? [] : [two(day)])]),
  ]
  return parts.join('-')
}

function isIsbn(document: string, child: XmlSpan): boolean {
  if (attributeOf(child, 'scheme')?.toLowerCase() === 'isbn') return true
  return /^\s*(?:(?:urn:)?isbn|97[89])/i.test(document.slice(child.innerStart, child.innerEnd))
}

/** The external id that an identifier is read as, if a document can contain it. */
function idsOf(document: string, child: XmlSpan) {
  if (isIsbn(document, child) || linksOfIdentifier(document, child).length > 0) return []
  const value = elementIn(textOfSpan(document, child))
  return value === null ? [] : opfIds(idIn((attributeOf(child, 'scheme') ?? '').trim().toLowerCase(), textOf(value)))
}

/** The date that is read, and others of the same kind; conversion and modification dates stay. */
function publicationDates(outline: XmlOutline): XmlSpan[] {
  const dates = named(outline, 'date')
  return dates.filter(date => [null, 'publication'].includes(attributeOf(date, 'event')))
}

/** Whether a contributor is read as a person of the book, by its role. */
function isPerson(outline: XmlOutline, child: XmlSpan): boolean {
  const id = attributeOf(child, 'id')
  return (
    attributeOf(child, 'role') !== null ||
    named(outline, 'meta').some(
      meta => id !== null && attributeOf(meta, 'refines') === `#${id}` && attributeOf(meta, 'property') === 'role',
    )
  )
}

/** The EPUB 3 collection that is read as the series, with its refinements. */
function seriesCollection(document: string, outline: XmlOutline): XmlSpan[] {
  const metas = named(outline, 'meta')
  const collections = metas.filter(
    meta => attributeOf(meta, 'property') === 'belongs-to-collection' && attributeOf(meta, 'refines') === null,
  )
  const refining = (meta: XmlSpan) => {
    const id = attributeOf(meta, 'id')
    return id === null ? [] : metas.filter(other => attributeOf(other, 'refines') === `#${id}`)
  }
  const isSeries = (meta: XmlSpan) =>
    attributeOf(meta, 'property') === 'collection-type' &&
    document.slice(meta.innerStart, meta.innerEnd).trim() === 'series'
  const found = collections.find(meta => refining(meta).some(isSeries)) ?? collections[0]
  return found ? [found, ...refining(found)] : []
}

function freeId(taken: ReadonlySet<string>, index: number): string {
  for (let number = index + 1; ; number += 1000) {
    const id = `octavo-person-${number}`
    if (!taken.has(`id="${id}"`)) return id
  }
}

/** EPUB 2 has role and sort name as attributes, EPUB 3 as refinements. */
function personLines(
  document: string,
  { name, role, sortName }: Contributor,
  { isThird, id }: { readonly isThird: boolean; readonly id: string },
): string[] {
  const code = own(CODES, role) ?? 'oth'
  if (!isThird) {
    const sorted = sortName === null ? '' : ` opf:file-as="${escapeXml(sortName)}"`
    return [dc(document, 'creator', name, ` ${OPF} opf:role="${code}"${sorted}`)]
  }
  const refine = (property: string, value: string, more = '') =>
    `<meta refines="#${id}" property="${property}"${more}>${escapeXml(value)}</meta>`
  return [
    dc(document, 'creator', name, ` id="${id}"`),
    refine('role', code, ' scheme="marc:relators"'),
    ...(sortName === null ? [] : [refine('file-as', sortName)]),
  ]
}
