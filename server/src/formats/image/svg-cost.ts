import { isCostlyCss } from '@octavo/contract/costly-css'
import { dataDrawings } from '@octavo/contract/data-drawing'
import { type ElementReader, repeatsTooMuch } from '@octavo/contract/drawing-cost'
import { FORMAT_LIMITS } from '../limits'
import { elementsOf, isFault, parseXml, type XmlElement, type XmlRules } from '../xml/xml-document'

/** Elements of a drawing, and those that it draws again. */
const MOST_PARTS = 100_000
/** Drawings in drawings, as data addresses. */
const DEEPEST = 3

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Whether a drawing, read with prefixes, has so many parts or repeats so many that drawing it takes seconds. */
export function hasTooManyParts(root: XmlElement): boolean {
  return countedTo(root, MOST_PARTS) >= MOST_PARTS || repeats(root)
}

function countedTo(element: XmlElement, most: number): number {
  return elementsOf(element).reduce((sum, child) => (sum > most ? sum : sum + countedTo(child, most)), 1)
}

/** Changes how the rest is read, in some encodings. */
const SHIFT = '\x1b'
/** Without any of these in the text, a drawing repeats nothing. */
const REPEATING =
  /[<:](?:use|pattern|mask|marker|clipPath|filter|image|feImage|img|foreignObject|style|animate\w*|set)[\s/>]|<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|data:/

/** Without an answer of yes, `isCostlySvg` need not be asked, which takes longer. */
export function mayRepeat(text: string): boolean {
  return REPEATING.test(text) || text.includes(SHIFT)
}

/** Whether a browser may draw an SVG for more than seconds: one that repeats too much, or that cannot be read. */
export function isCostlySvg(text: string): boolean {
  if (!mayRepeat(text)) return false
  const sheets = text.match(/<\?xml-stylesheet[^>]*/g) ?? []
  // One as data, which browsers read even in a picture.
  const hidesStyles = sheets.some(one => /data:|&/i.test(one.replace(/\s/g, '')))
  const root = hidesStyles || text.includes(SHIFT) ? null : readDrawing(text)
  return root === null || repeats(root)
}

const RULES: XmlRules = { doctype: 'plain', cutOff: 'read', prefixed: true }

const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"'<>&%]*)"|'([^"'<>&%]*)')\s*>/g

/**
 * A document with its entities replaced, as some programs write them for names of namespaces; null if they are more than
 * plain text, or the document type declares anything else.
 */
function withEntities(text: string): string | null {
  const entities = new Map<string, string>()
  let isPlain = true
  const bare = text
    .replace(/^\ufeff?<\?xml[^>]*\?>/, '')
    .replace(/<!DOCTYPE\s[^[>]*\[([^\]]*)\]\s*>/, (_, declared: string) => {
      const rest = declared.replace(ENTITY, (_, name: string, double?: string, single?: string) => {
        if (!entities.has(name)) entities.set(name, double ?? single ?? '')
        return ''
      })
      isPlain = rest.trim() === ''
      return ''
    })
  if (!isPlain) return null
  let length = bare.length
  // Leading zeros of a number hide it from the parser.
  const whole = bare.replace(
    /&(?:#(x?)0*([0-9a-f]+)|([\w.-]+));/gi,
    (written, hex = '', digits?: string, name = '') => {
      if (digits !== undefined) return `&#${hex}${digits};`
      const value = entities.get(name)
      if (value === undefined) return written
      length += value.length
      return length > FORMAT_LIMITS.xmlBytes ? '' : value
    },
  )
  return length > FORMAT_LIMITS.xmlBytes ? null : whole
}

/** Whether a stylesheet, or a drawing in it, may stop a browser. */
export function isCostlySheet(text: string): boolean {
  return isCostlyCss(text) || dataDrawings(text).some(one => one === null || isCostlySvg(one))
}

/** Drawings within it, as data addresses, are parts of it. */
function repeats(root: XmlElement): boolean {
  const inner = new Map<XmlElement, XmlElement[]>()
  const reader: ElementReader<XmlElement> = {
    name: ({ name }) => localName(name),
    attributes: ({ attributes }) => Object.entries(attributes),
    children: element => [...elementsOf(element), ...(inner.get(element) ?? [])],
    text: element => element.children.filter(child => typeof child === 'string').join(''),
  }
  const waiting = [{ element: root, depth: 0 }]
  for (const { element, depth } of waiting) {
    const styles = localName(element.name) === 'style' ? [reader.text(element)] : []
    if ([...styles, element.attributes.style ?? ''].some(one => isCostlyCss(one) || /data:\s*text\/css/i.test(one)))
      return true
    const found = [...Object.values(element.attributes), ...styles].flatMap(dataDrawings).map(readDrawing)
    const drawings = found.filter(one => one !== null)
    if (drawings.length < found.length || (drawings.length > 0 && depth === DEEPEST)) return true
    if (drawings.length > 0) inner.set(element, drawings)
    for (const child of elementsOf(element)) waiting.push({ element: child, depth })
    for (const drawing of drawings) waiting.push({ element: drawing, depth: depth + 1 })
  }
  return repeatsTooMuch(root, reader, MOST_PARTS)
}

/** Null if it cannot be read. */
function readDrawing(text: string | null): XmlElement | null {
  const whole = text === null ? null : withEntities(text)
  const root = whole === null ? null : parseXml(Buffer.from(whole), RULES)
  return root === null || isFault(root) ? null : root
}
