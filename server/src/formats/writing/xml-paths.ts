import { isFault, parseXml, type XmlElement } from '../xml/xml-document'
import { applyEdits, indentOf, localName, outlineOf, removal, type XmlOutline, type XmlSpan } from './xml-edit'

/**
 * Sets the content of an element, given as markup, creating its ancestors; null removes the element. The path starts
 * with the name of the root.
 */
export function withContent(document: string, path: readonly string[], content: string | null): string {
  const outline = outlineOf(document, lower(path))
  if (content === null) return outline === null ? document : applyEdits(document, [removal(document, outline.element)])
  if (outline !== null) return filled(document, outline.element, content)
  const above = path.slice(0, -1)
  const name = path.at(-1) ?? ''
  const parent = outlineOf(document, lower(above))
  if (parent !== null) return withChild(document, parent, `<${name}>${content}</${name}>`)
  return above.length === 0 ? document : withContent(withContent(document, above, ''), path, content)
}

/** Sets an attribute of an existing element; null removes it. */
export function withAttribute(document: string, path: readonly string[], name: string, value: string | null): string {
  const outline = outlineOf(document, lower(path))
  if (outline === null) return document
  const { start, innerStart, name: element, attributes } = outline.element
  const rest = attributes.replace(new RegExp(`\\s+${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '')
  const said = value === null ? '' : ` ${name}="${value}"`
  const from = start + 1 + element.length
  const isEmpty = innerStart === outline.element.end
  return document.slice(0, from) + rest + said + (isEmpty ? '/>' : '>') + document.slice(innerStart)
}

/** A list item: its identity, and its markup if it is new. */
export interface ListItem {
  readonly key: string
  readonly xml: string
}

/**
 * Updates a list: existing items keep their markup and attributes; missing ones are removed. Other content of the list
 * stays.
 */
export function withItems(
  document: string,
  path: readonly string[],
  { item, keyOf }: { readonly item: string; readonly keyOf: (element: XmlElement) => string },
  wanted: readonly ListItem[],
): string {
  const outline = outlineOf(document, lower(path))
  const children = outline?.children ?? []
  const known = Map.groupBy(
    children.filter(({ name }) => localName(name) === item).map(span => textOfSpan(document, span)),
    text => keyIn(text, keyOf),
  )
  const others = children.filter(({ name }) => localName(name) !== item).map(span => textOfSpan(document, span))
  const items = wanted.map(({ key, xml }) => known.get(key)?.shift() ?? xml)
  return withLines(document, path, [...others, ...items])
}

/** Replaces the children of an element, one per line; removes the element if there are none. */
export function withLines(document: string, path: readonly string[], lines: readonly string[]): string {
  if (lines.length === 0) return withContent(document, path, null)
  const made = outlineOf(document, lower(path)) === null ? withContent(document, path, '') : document
  const outline = outlineOf(made, lower(path))
  if (outline === null) return document
  const own = indentBefore(made, outline.element)
  const indent = outline.children.length > 0 ? indentOf(made, outline.children) : `${own}  `
  return withContent(made, path, `${lines.map(line => `${indent}${line}`).join('')}${own}`)
}

/** An element as markup. */
export function textOfSpan(document: string, { start, end }: XmlSpan): string {
  return document.slice(start, end)
}

/** An element's markup as the scanner's parser reads it; null if it finds none. */
export function elementIn(text: string): XmlElement | null {
  const root = parseXml(Buffer.from(text), { doctype: 'refused', cutOff: 'refused' })
  return isFault(root) ? null : root
}

function keyIn(text: string, keyOf: (element: XmlElement) => string): string {
  const element = elementIn(text)
  return element === null ? '' : keyOf(element)
}

function withChild(document: string, { element, children }: XmlOutline, xml: string): string {
  const last = children.at(-1)
  if (last) {
    const line = `${indentOf(document, children)}${xml}`
    return applyEdits(document, [{ start: last.end, end: last.end, text: line }])
  }
  const own = indentBefore(document, element)
  return filled(document, element, `${own}  ${xml}${own}`)
}

function filled(document: string, element: XmlSpan, content: string): string {
  const { name, attributes, start, end, innerStart, innerEnd } = element
  const edit =
    innerStart === end
      ? { start, end, text: `<${name}${attributes}>${content}</${name}>` }
      : { start: innerStart, end: innerEnd, text: content }
  return applyEdits(document, [edit])
}

/** Line break and white space before an element. */
function indentBefore(document: string, { start }: XmlSpan): string {
  return /\r?\n[ \t]*$/.exec(document.slice(Math.max(0, start - 200), start))?.[0] ?? '\n'
}

function lower(path: readonly string[]): string[] {
  return path.map(name => name.toLowerCase())
}
