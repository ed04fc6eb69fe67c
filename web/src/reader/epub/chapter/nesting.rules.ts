import { endOfTag, MOST_OPEN } from './outside.rules'

/**
 * Levels of nested elements; books have some twenty, and browsers take minutes for thousands. The tags of deeper
 * elements are left out, but not their text and pictures.
 */
const DEEPEST = 100

/** Well-formed XML without elements that are nested too deeply; anything else may stay as it is. */
export function shallowXml(text: string): string {
  const parts: string[] = []
  let at = 0
  let depth = 0
  for (let start = text.indexOf('<'); start !== -1; ) {
    const end = endOfXmlPart(text, start)
    if (end === -1) break
    const sign = text[start + 1]
    if (sign !== '!' && sign !== '?' && text[end - 2] !== '/') {
      if (sign === '/') depth--
      if (depth >= DEEPEST) {
        parts.push(text.slice(at, start))
        at = end
      }
      if (sign !== '/') depth++
    }
    start = text.indexOf('<', end)
  }
  return parts.join('') + text.slice(at)
}

const XML_PARTS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** The place behind a tag, comment or the like; -1 for one that does not end. */
function endOfXmlPart(text: string, start: number): number {
  const part = XML_PARTS.find(([begins]) => text.startsWith(begins, start))
  if (part === undefined) return endOfTag(text, start)
  const [begins, ends] = part
  const end = text.indexOf(ends, start + begins.length)
  return end === -1 ? -1 : end + ends.length
}

/**
 * The elements of an HTML text, each with its end, none nested too deeply: a parser opens and closes the same ones,
 * whatever the text leaves open. Comments and scripts are left out.
 */
export function shallowHtml(text: string): string {
  const parts: string[] = []
  const open: string[] = []
  const counts = new Map<string, number>()
  const close = () => {
    const name = open.pop() ?? ''
    counts.set(name, (counts.get(name) ?? 1) - 1)
    if (open.length < DEEPEST) parts.push(`</${name}>`)
  }
  for (const part of htmlParts(text)) {
    if (typeof part === 'string') {
      parts.push(part)
      continue
    }
    const { name, attributes, kind } = part
    if (kind === 'end') {
      if (!counts.get(name)) continue
      while (open.at(-1) !== name) close()
      close()
      continue
    }
    while (ends(name, open.at(-1) ?? '')) close()
    const isVoid = VOID.test(name)
    if (isVoid || kind === 'empty' || open.length < DEEPEST) parts.push(`<${name}${attributes}>`)
    if (isVoid) continue
    if (kind === 'empty') {
      // In HTML `<title/>` or `<a id="x"/>` would stay open and swallow the rest.
      parts.push(`</${name}>`)
      continue
    }
    open.push(name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  while (open.length > 0) close()
  return parts.join('')
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/
const BLOCK =
  /^(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|fig(?:caption|ure)|footer|form|h[1-6r]|header|hgroup|li|main|menu|nav|[ou]l|p|pre|search|section|summary|table|d[dt])$/

/** Whether an element ends the open one before it, which lacks its own end. */
function ends(name: string, open: string): boolean {
  if (open === 'p') return BLOCK.test(name)
  if (open === 'li' || open === 'option') return name === open
  if (/^d[dt]$/.test(open)) return /^d[dt]$/.test(name)
  if (/^t[dh]$/.test(open)) return /^t(?:[dhr]|body|foot|head)$/.test(name)
  return open === 'tr' && /^t(?:r|body|foot|head)$/.test(name)
}

interface Tag {
  readonly name: string
  /** Quoted, with a space before each. */
  readonly attributes: string
  readonly kind: 'start' | 'empty' | 'end'
}

const TAG_NAME = /<(\/?)([a-z][^\s/<>"'=]*)/iy
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/g
/** Elements whose content is text, and those of them that are left out. */
const OF_TEXT = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/
const LEFT_OUT = /^(?:script|iframe|noembed|noframes)$/

/** Tags and texts; a `<` that begins no tag is escaped. */
function* htmlParts(text: string): Generator<string | Tag> {
  const endless = new Set<string>()
  /** Searches from a place; what was not found once is not there later either. */
  const find = (what: string, from: number): RegExpExecArray | null => {
    if (endless.has(what)) return null
    const pattern = new RegExp(what, 'gi')
    pattern.lastIndex = from
    const found = pattern.exec(text)
    if (found === null) endless.add(what)
    return found
  }
  let unended = 0
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<', at)
    yield text.slice(at, start === -1 ? text.length : start)
    if (start === -1) return
    TAG_NAME.lastIndex = start
    const [head = '', slash, written = ''] = TAG_NAME.exec(text) ?? []
    if (head === '' && /[!?]/.test(text[start + 1] ?? '')) {
      const comment = text.startsWith('<!--', start) ? find('--!?>', start + 2) : null
      const last = comment ?? find('>', start)
      at = last ? last.index + last[0].length : text.length
      continue
    }
    const end = head === '' || unended >= MOST_OPEN ? -1 : endOfTag(text, start)
    if (end === -1) {
      if (head !== '') unended++
      yield '&lt;'
      at = start + 1
      continue
    }
    at = end
    const name = written.toLowerCase()
    const kind = slash ? 'end' : text[end - 2] === '/' ? 'empty' : 'start'
    const tag: Tag = { name, attributes: slash ? '' : quoted(text.slice(start + head.length, end - 1)), kind }
    if (kind !== 'start' || !OF_TEXT.test(name)) {
      yield tag
      continue
    }
    const last = find(`</${name}(?=[\\s/>])`, end)
    if (!last) continue
    const after = endOfTag(text, last.index)
    at = after === -1 ? text.length : after
    if (LEFT_OUT.test(name)) continue
    yield tag
    // In a drawing, a parser would read tags in it.
    yield text.slice(end, last.index).replaceAll('<', name === 'style' ? '\\3c ' : '&lt;')
    yield { name, attributes: '', kind: 'end' }
  }
}

function quoted(attributes: string): string {
  return [...attributes.matchAll(ATTRIBUTE)]
    .map(([, name, double, single, bare]) => {
      if (single !== undefined) return ` ${name}='${single}'`
      const value = double ?? bare
      return value === undefined ? ` ${name}` : ` ${name}="${value}"`
    })
    .join('')
}
