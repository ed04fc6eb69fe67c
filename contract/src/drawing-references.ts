import { withoutEscapes } from './data-drawing'

/** What a drawing draws another time: by an address (`href`), or by `url(#id)` in an attribute or style sheet. */
export interface Reference {
  readonly id: string
  /** The elements inside have it too. */
  readonly inherited: boolean
  /** Drawn at each point of a line. */
  readonly atPoints: boolean
}

export type Attribute = readonly [name: string, value: string]

/** Elements whose address is not that of something drawn. */
const NOT_DRAWN = /^(?:a|animate\w*|set|mpath|script|textPath|linearGradient|radialGradient)$/
/** The others, custom properties among them, may be inherited. */
const OF_ONE = /^(?:clip-path|mask|mask-image|filter|-webkit-mask|-webkit-filter|-webkit-clip-path)$/
const AT_POINTS = /^(?:marker|marker-mid|--.*)$/

/** What an element draws by its addresses. Of `href` and `xlink:href`, browsers differ in which they follow. */
export function addressed(name: string, attributes: readonly Attribute[]): Reference[] {
  if (NOT_DRAWN.test(name)) return []
  const addresses = attributes.filter(([key]) => /^(?:[^:]+:)?href$/.test(key)).map(([, value]) => value)
  return addresses
    .filter(address => address.includes('#'))
    .map(address => ({ id: fragmentOf(address), inherited: false, atPoints: false }))
}

/** What an attribute draws: `fill="url(#id)"`, or the same as a style. */
export function styled([name, value]: Attribute): Reference[] {
  const text = withoutEscapes(value)
  if (!/url\(/i.test(text)) return []
  if (name !== 'style') return referencesOf(name, text)
  return text.split(';').flatMap(part => {
    const [property = '', ...rest] = part.split(':')
    return referencesOf(property.trim().toLowerCase(), rest.length === 0 ? part : rest.join(':'))
  })
}

function referencesOf(property: string, text: string): Reference[] {
  return [...text.matchAll(/url\(\s*["']?[^#"')]*(#[^"')]*)/gi)].map(([, address = '']) => ({
    id: fragmentOf(address),
    inherited: !OF_ONE.test(property),
    atPoints: AT_POINTS.test(property),
  }))
}

/** The references of style sheets, by the elements that have them; where that is not plain, every element does. */
export function sheetReferences(
  sheets: readonly string[],
): (name: string, attributes: readonly Attribute[]) => readonly Reference[] {
  const bySelector = new Map<string, Reference[]>()
  const add = (selector: string, references: readonly Reference[]) => {
    bySelector.set(selector, [...(bySelector.get(selector) ?? []), ...references])
  }
  for (const sheet of sheets) {
    if (!/url|\\/i.test(sheet)) continue
    // Escapes, and quotes around brackets, could hide where a rule begins.
    const isPlain = !/[\\"']/.test(sheet.replace(/(["'])[^"'{}\\]*\1/g, ''))
    if (!isPlain) add('*', referencesOf('marker', withoutEscapes(sheet)))
    const rest = sheet.replace(/([^{}]*)\{([^{}]*)\}/g, (_, selectors: string, body: string) => {
      const references = styled(['style', body])
      if (references.length === 0 || !isPlain) return ''
      const isSimple = !body.includes('--')
      for (const selector of isSimple ? selectors.split(',') : ['*']) add(keyOf(selector), references)
      return ''
    })
    if (isPlain) add('*', referencesOf('marker', rest))
  }
  const of = (selector: string) => bySelector.get(selector) ?? []
  return (name, attributes) => {
    if (bySelector.size === 0) return []
    const value = (wanted: string) => attributes.find(([key]) => key === wanted)?.[1] ?? ''
    const classes = new Set(value('class').split(/\s+/))
    return [...of('*'), ...of(name), ...of(`#${value('id')}`), ...[...classes].flatMap(one => of(`.${one}`))]
  }
}

/** The last simple selector of those that an element must match. */
function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  return /^[\w-]*(?:[.#][\w-]+)*$/.test(last) ? (/[.#]?[\w-]+$/.exec(last)?.[0] ?? '*') : '*'
}

function fragmentOf(address: string): string {
  const fragment = address
    .replace(/^[^#]*#/, '')
    .replace(/[\t\n\r]/g, '')
    .trim()
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
