import { type X2jOptions, XMLParser } from 'fast-xml-parser'
import { FORMAT_LIMITS } from '../limits'
import { decodeXml } from './xml-text'

/** An element without namespaces: prefixes of names and attributes are removed, unless the rules keep them. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/** Why a document was rejected. `dtd`: it declares entities, or any document type where none is allowed. */
export type XmlFault = 'too-large' | 'dtd' | 'malformed'

export interface XmlRules {
  /** `plain`: a document type without declarations is skipped (XHTML and NCX have one). */
  readonly doctype: 'refused' | 'plain'
  /** `refused`: content after the root is malformed; otherwise it is ignored. */
  readonly cutOff: 'refused' | 'read'
  /** Names have their prefixes: of `href` and `xlink:href`, only one would be left. */
  readonly prefixed?: true
}

/** Parses a document to its root element, or returns the error. Never expands entities of the document. */
export function parseXml(bytes: Buffer, rules: XmlRules): XmlElement | XmlFault {
  if (bytes.length > FORMAT_LIMITS.xmlBytes) return 'too-large'
  const text = withoutDoctype(decodeXml(bytes), rules)
  if (text === null) return 'dtd'
  try {
    const root = rootOf((rules.prefixed ? PREFIXED_PARSER : PARSER).parse(text) as readonly RawNode[])
    if (root === null) return 'malformed'
    return rules.cutOff === 'read' || endsWithRoot(text) ? root : 'malformed'
  } catch {
    return 'malformed'
  }
}

/** The parser tolerates unclosed elements; full validation would cost as much as parsing. */
function endsWithRoot(text: string): boolean {
  return /<\/[\w:.-]+\s*>\s*(?:<!--[\s\S]*-->\s*)?$/.test(text.slice(-512)) || /\/>\s*$/.test(text.slice(-64))
}

export function isFault(parsed: XmlElement | XmlFault): parsed is XmlFault {
  return typeof parsed === 'string'
}

/** Child elements of one name. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).filter(child => child.name === name)
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(element).find(child => child.name === name)
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter(child => typeof child !== 'string')
}

/** First element of a name at any depth, in document order. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  for (const found of descendantsNamed(element, name)) return found
  return undefined
}

/** Elements of a name at any depth, in document order, without those in another of them. */
export function* descendantsNamed(element: XmlElement, name: string): Generator<XmlElement> {
  // A recursive generator would pass each on at every level.
  const waiting = [element.children.values()]
  for (let inner = waiting.at(-1); inner !== undefined; inner = waiting.at(-1)) {
    const { done, value } = inner.next()
    if (done) waiting.pop()
    else if (typeof value !== 'string') {
      if (value.name === name) yield value
      else if (value.children.length > 0) waiting.push(value.children.values())
    }
  }
}

/** All text inside, with white space collapsed and invalid XML characters removed. */
export function textOf(element: XmlElement | undefined): string {
  return element === undefined ? '' : cleanText(rawText(element)).replace(/\s+/g, ' ').trim()
}

/** All text inside, with line breaks. */
export function linesOf(element: XmlElement | undefined): string {
  return element === undefined ? '' : cleanText(rawText(element)).trim()
}

function rawText(element: XmlElement): string {
  const texts: string[] = []
  addTexts(element, texts)
  return texts.join('')
}

/** Joined once, not at every level. */
function addTexts({ children }: XmlElement, texts: string[]): void {
  for (const child of children) {
    if (typeof child === 'string') texts.push(child)
    else addTexts(child, texts)
  }
}

function cleanText(text: string): string {
  return text.replace(FORBIDDEN, '')
}

/** Control characters, lone surrogates and the two noncharacters. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu

const OPTIONS: X2jOptions = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
  // The document's own entities are removed before parsing; these limits apply to &amp; and the like.
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: FORMAT_LIMITS.xmlBytes },
  maxNestedTags: 200,
  // Its path would be built for every node, as long as the names of all levels together.
  jPath: false,
}

const PARSER = new XMLParser({ ...OPTIONS, removeNSPrefix: true })
const PREFIXED_PARSER = new XMLParser(OPTIONS)

/** The parser's output: one key with the children (or text), and `:@` with the attributes. */
type RawNode = Readonly<Record<string, unknown>>

function rootOf(nodes: readonly RawNode[]): XmlElement | null {
  for (const node of nodes) {
    const converted = convert(node)
    if (converted !== null && typeof converted !== 'string') return converted
  }
  return null
}

function convert(node: RawNode): XmlElement | string | null {
  const name = Object.keys(node).find(key => key !== ':@')
  if (name === undefined) return null
  const content = node[name]
  if (name === '#text') return String(content)
  const children = Array.isArray(content) ? (content as RawNode[]).map(convert).filter(child => child !== null) : []
  return { name, attributes: (node[':@'] ?? {}) as Record<string, string>, children }
}

const DOCTYPE = /<!DOCTYPE\b[^<>[\]"']*(?:(?:"[^"]*"|'[^']*')[^<>[\]"']*)*(\[|>|$)/i

/** The text without its document type; null if the rules forbid that. */
function withoutDoctype(text: string, rules: XmlRules): string | null {
  const found = DOCTYPE.exec(text)
  if (found === null) return text.includes('<!ENTITY') ? null : text
  if (rules.doctype === 'refused' || found[1] !== '>') return null
  const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length)
  return rest.includes('<!ENTITY') || DOCTYPE.test(rest) ? null : rest
}
