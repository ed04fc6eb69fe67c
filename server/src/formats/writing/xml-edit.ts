/** An element as text: its position, and its attributes as written. */
export interface XmlSpan {
  /** With its prefix. */
  readonly name: string
  /** The start tag after the name, as written. */
  readonly attributes: string
  readonly start: number
  readonly end: number
  /** Its content as text; for an empty element, its end. */
  readonly innerStart: number
  readonly innerEnd: number
}

/** An element with its child elements. */
export interface XmlOutline {
  readonly element: XmlSpan
  readonly children: readonly XmlSpan[]
}

export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Markup other than tags, by its start and end. */
const PASSED_OVER = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

const TAG = /<(\/?)([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y

interface Tag {
  readonly name: string
  readonly attributes: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly start: number
  readonly end: number
}

/** The tags of a text, in linear time; ends with null for malformed markup. */
function* tagsOf(text: string): Generator<Tag | null> {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const other = PASSED_OVER.find(([begins]) => text.startsWith(begins, at))
    if (other !== undefined) {
      const [begins, ends] = other
      const last = text.indexOf(ends, at + begins.length)
      if (last === -1) return yield null
      at = last + ends.length
      continue
    }
    TAG.lastIndex = at
    const match = TAG.exec(text)
    if (match === null) return yield null
    const [token, slash, name = '', attributes = '', empty] = match
    const end = at + token.length
    yield { name, attributes, isEnd: slash === '/', isEmpty: empty === '/', start: at, end }
    at = end
  }
}

interface Open {
  readonly name: string
  readonly attributes: string
  readonly start: number
  readonly innerStart: number
}

/**
 * Finds the first element whose path from the root has these names, ignoring prefixes and case, and its children.
 * Everything else of the text is preserved. Null if the document is not well-formed, or lacks the element.
 */
export function outlineOf(text: string, path: readonly string[]): XmlOutline | null {
  const open: Open[] = []
  const children: XmlSpan[] = []
  let isInside = false
  for (const tag of tagsOf(text)) {
    if (tag === null) return null
    const { name, attributes, isEnd, isEmpty, start, end } = tag
    if (!isEnd) {
      open.push({ name, attributes, start, innerStart: end })
      if (open.length === path.length && !isInside) isInside = open.every((one, i) => isNamed(one.name, path[i]))
      if (!isEmpty) continue
    }
    const element = open.pop()
    if (element === undefined || element.name !== name) return null
    const span = { ...element, end, innerEnd: isEmpty ? end : start }
    if (isInside && open.length === path.length) children.push(span)
    if (isInside && open.length === path.length - 1) return { element: span, children }
  }
  return null
}

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function isNamed(name: string, wanted: string | undefined): boolean {
  return localName(name).toLowerCase() === wanted
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let edited = text
  for (const { start, end, text: part } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    edited = edited.slice(0, start) + part + edited.slice(end)
  }
  return edited
}

/** Removes an element with the white space before it. */
export function removal(text: string, { start, end }: XmlSpan): TextEdit {
  const before = /\s*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0].length ?? 0
  return { start: start - before, end, text: '' }
}

/** Inserts lines before the end of an element, indented like its children. */
export function addition(text: string, { element, children }: XmlOutline, lines: readonly string[]): TextEdit[] {
  if (lines.length === 0) return []
  const indent = indentOf(text, children)
  const body = lines.map(line => `${indent}${line}`).join('')
  const last = children.at(-1)
  if (last) return [{ start: last.end, end: last.end, text: body }]
  if (element.innerStart === element.end) {
    // `<name/>`
    const tag = `<${element.name}${element.attributes}>`
    return [{ start: element.start, end: element.end, text: `${tag}${body}\n</${element.name}>` }]
  }
  return [{ start: element.innerStart, end: element.innerStart, text: body }]
}

/** Line break and white space before the first child; two spaces by default. */
export function indentOf(text: string, children: readonly XmlSpan[]): string {
  const [first] = children
  if (!first) return '\n  '
  return /\r?\n[ \t]*$/.exec(text.slice(Math.max(0, first.start - 200), first.start))?.[0] ?? ''
}

const ATTRIBUTE = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy

/** An attribute's value as written, by name without prefix. */
export function attributeOf({ attributes }: Pick<XmlSpan, 'attributes'>, name: string): string | null {
  for (const [, full = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    if (localName(full) === name) return double ?? single ?? ''
  }
  return null
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, character => ESCAPES[character] ?? character)
}

/** The text with a UTF-8 declaration, the encoding in which it is written. */
export function declaredUtf8(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/^(\s*<\?xml[^>]*?encoding\s*=\s*)(["'])[\w.:-]+\2/i, '$1$2utf-8$2')
}
