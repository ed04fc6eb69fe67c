import type { EmbeddedMetadata } from '../facts'
import { attributeOf, escapeXml, localName, type TextEdit, type XmlOutline, type XmlSpan } from './xml-edit'

/** Changes of titles in a package document. */
export interface TitleEdits {
  readonly edits: readonly TextEdit[]
  readonly removed: readonly XmlSpan[]
  /** Elements to add: Dublin Core by name, text and id, and others as text. */
  readonly titles: readonly { readonly text: string; readonly id: string | null }[]
  readonly lines: readonly string[]
}

const SORT = 'calibre:title_sort'
const EDITION = 'schema:bookEdition'

/**
 * Writes title, sort title, subtitle and edition from `fields`. EPUB 3 types each title, EPUB 2 has only one; all other
 * titles stay. The sort title is written as calibre reads it in both.
 */
export function titleEdits(
  document: string,
  outline: XmlOutline,
  isThird: boolean,
  values: EmbeddedMetadata,
  fields: readonly (keyof EmbeddedMetadata)[],
): TitleEdits {
  const edits: TextEdit[] = []
  const removed: XmlSpan[] = []
  const titles: { text: string; id: string | null }[] = []
  const lines: string[] = []
  const all = children(outline, 'title').map(span => ({
    span,
    type: refinedText(document, outline, span, 'title-type'),
  }))
  const main = all.find(({ type }) => type === 'main') ?? all.find(({ type }) => type === null) ?? all[0]
  const set = (span: XmlSpan | undefined, text: string | null) => {
    if (span === undefined) return false
    if (text === null) removed.push(span, ...refining(outline, span))
    else if (span.innerStart < span.end)
      edits.push({ start: span.innerStart, end: span.innerEnd, text: escapeXml(text) })
    else {
      removed.push(span)
      return false
    }
    return true
  }
  const given = (name: 'title' | 'titleSort' | 'subtitle' | 'edition') =>
    fields.includes(name) ? values[name] : undefined
  const title = given('title')
  const titleSort = given('titleSort')
  const subtitle = given('subtitle')
  const edition = given('edition')
  if (title !== undefined && !set(main?.span, title) && title !== null) titles.push({ text: title, id: null })
  if (titleSort !== undefined) {
    removed.push(...metasNamed(outline, SORT))
    if (main) removed.push(...refining(outline, main.span).filter(meta => attributeOf(meta, 'property') === 'file-as'))
    if (titleSort !== null) lines.push(`<meta name="${SORT}" content="${escapeXml(titleSort)}"/>`)
  }
  if (subtitle !== undefined) {
    const known = all.find(({ type }) => type === 'subtitle')
    if (!set(known?.span, subtitle) && subtitle !== null && isThird) {
      const id = freeId(document, 'octavo-subtitle')
      titles.push({ text: subtitle, id })
      lines.push(`<meta refines="#${id}" property="title-type">subtitle</meta>`)
    }
  }
  if (edition !== undefined) {
    removed.push(...metasNamed(outline, EDITION))
    const known = all.find(({ type }) => type === 'edition')
    if (!set(known?.span, edition) && edition !== null) {
      const text = escapeXml(edition)
      lines.push(isThird ? `<meta property="${EDITION}">${text}</meta>` : `<meta name="${EDITION}" content="${text}"/>`)
    }
  }
  return { edits, removed, titles, lines }
}

/** Refinements of an element in EPUB 3. */
function refining(outline: XmlOutline, span: XmlSpan): XmlSpan[] {
  const id = attributeOf(span, 'id')
  return id === null ? [] : children(outline, 'meta').filter(meta => attributeOf(meta, 'refines') === `#${id}`)
}

/** The `meta` elements with a name, as in EPUB 2, or a property without refinement. */
export function metasNamed(outline: XmlOutline, name: string): XmlSpan[] {
  return children(outline, 'meta').filter(
    meta =>
      attributeOf(meta, 'name') === name ||
      (attributeOf(meta, 'property') === name && attributeOf(meta, 'refines') === null),
  )
}

function children(outline: XmlOutline, name: string): XmlSpan[] {
  return outline.children.filter(child => localName(child.name) === name)
}

function refinedText(document: string, outline: XmlOutline, span: XmlSpan, property: string): string | null {
  const meta = refining(outline, span).find(one => attributeOf(one, 'property') === property)
  return meta === undefined ? null : document.slice(meta.innerStart, meta.innerEnd).trim()
}

function freeId(document: string, preferred: string): string {
  let id = preferred
  for (let number = 2; new RegExp(`\\bid\\s*=\\s*["']${id}["']`).test(document); number++) id = `${preferred}-${number}`
  return id
}
