import { type CssToken, cssTokens } from './css-tokens'

/** Of a stylesheet. Books have a tenth of it. */
const MOST = {
  /** `:has()`, and parts of others that are compared with many elements. */
  has: 50,
  siblings: 500,
  /** Selectors that stand for those around them, which multiply. */
  nested: 50,
}
/** Of one declaration. */
const LARGEST = {
  /** Lines, spans and repetitions of a grid. */
  grid: 200,
  gridParts: 2_000,
  columns: 8,
  /** In pixels. */
  length: 30_000,
  layers: 200,
  filters: 20,
  counters: 20,
  content: 10_000,
}

/**
 * Whether a stylesheet could make a browser work for minutes on an ordinary chapter: grids of millions of cells, boxes of
 * thousands of pages, selectors that compare everything with everything, or endless shadows.
 */
export function isCostlyCss(css: string): boolean {
  let has = 0
  let siblings = 0
  let nested = 0
  let before: CssToken | undefined
  let property = ''
  let value: CssToken[] = []
  let brackets = 0
  for (const token of cssTokens(css)) {
    const { kind, text } = token
    if (kind === 'function') {
      if (text === 'has' && ++has > MOST.has) return true
      if (/^nth-/.test(text) && ++siblings > MOST.siblings) return true
    }
    if (kind === 'function' || text === '(') brackets++
    if (kind === 'other') {
      if (text === ')') brackets = Math.max(0, brackets - 1)
      if ((text === '~' || text === '+') && ++siblings > MOST.siblings) return true
      if (text === '&' && ++nested > MOST.nested) return true
      if (/[{};]/.test(text)) {
        // What ends with `{` was a selector.
        if (text !== '{' && isCostlyValue(property, value)) return true
        property = ''
        value = []
        brackets = 0
        before = undefined
        continue
      }
      if (text === ':' && property === '' && brackets === 0 && before?.kind === 'name') {
        property = before.text
        value = []
        continue
      }
    }
    value.push(token)
    before = token
  }
  return isCostlyValue(property, value)
}

const LENGTHS =
  /^(?!max-)(?:(?:.*-)?(?:height|width|block-size|inline-size|gap)|(?:padding|margin).*|border(?:-(?:top|right|bottom|left|block|inline).*)?|font(?:-size)?|columns|zoom|--.*)$/
const LAYERS = /^(?:.*shadow|.*background.*|.*mask.*|.*filter|border-image.*|--.*)$/

function isCostlyValue(property: string, value: readonly CssToken[]): boolean {
  if (property === '' || value.length === 0) return false
  const functions = value.filter(({ kind }) => kind === 'function').map(({ text }) => text)
  const count = (wanted: RegExp) => functions.filter(one => wanted.test(one)).length
  const isCustom = property.startsWith('--')
  if (/^grid/.test(property) || isCustom) if (isCostlyGrid(property, value, functions)) return true
  if (/^(?:-webkit-|-moz-)?column(?:s|-count)$/.test(property)) {
    if (functions.length > 0) return true
    if (value.some(one => one.kind === 'number' && one.unit === '' && Number(one.text) > LARGEST.columns)) return true
  }
  if (LENGTHS.test(property) && longest(value, functions) > LARGEST.length) return true
  if (LAYERS.test(property)) {
    if (value.filter(({ text }) => text === ',').length > LARGEST.layers) return true
    if (count(/^(?:blur|drop-shadow)$/) > LARGEST.filters) return true
  }
  if (property !== 'content' && !isCustom) return false
  if (count(/^counters?$/) > LARGEST.counters) return true
  const texts = value.filter(({ kind, text }) => kind === 'text' && !/^data:/i.test(text))
  return property === 'content' && texts.reduce((sum, { text }) => sum + text.length, 0) > LARGEST.content
}

function isCostlyGrid(property: string, value: readonly CssToken[], functions: readonly string[]): boolean {
  const isCustom = property.startsWith('--')
  // The number may be computed, or come from elsewhere.
  if (!isCustom && functions.includes('var')) return true
  if (/^grid-(?:row|column|area)/.test(property) && !/gap$/.test(property) && functions.length > 0) return true
  let parts = value.length
  for (const [at, { kind, text }] of value.entries()) {
    if (kind !== 'function' || text !== 'repeat') continue
    const times = value[at + 1]
    if (times?.kind === 'name' && /^auto-fi/.test(times.text)) continue
    if (times?.kind !== 'number') return true
    const end = value.findIndex((one, place) => place > at && one.text === ')')
    parts += Number(times.text) * Math.max(1, (end === -1 ? value.length : end) - at - 3)
  }
  if (!isCustom || functions.includes('repeat')) {
    if (parts > LARGEST.gridParts) return true
    return value.some(one => one.kind === 'number' && one.unit === '' && Math.abs(Number(one.text)) > LARGEST.grid)
  }
  return value.some(one => one.kind === 'number' && one.unit === '' && Number(one.text) > 100 * LARGEST.grid)
}

/** Pixels of a unit, for usual sizes of text and window. */
const UNITS: Readonly<Record<string, number>> = {
  '%': 10,
  in: 96,
  cm: 38,
  mm: 4,
  q: 1,
  pt: 1.4,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  ic: 16,
  cap: 16,
  rex: 8,
  rch: 8,
  ric: 16,
  rcap: 16,
  lh: 24,
  rlh: 24,
}

/** The longest of the lengths, or the product of all numbers of a calculation. */
function longest(value: readonly CssToken[], functions: readonly string[]): number {
  const numbers = value.filter(({ kind }) => kind === 'number')
  const pixels = numbers.map(({ text, unit }) => Number(text) * (UNITS[unit] ?? (/^[sld]?v|^cq/.test(unit) ? 20 : 1)))
  const isProduct = functions.some(one => /^(?:calc|pow|exp|min|max|clamp|hypot)$/.test(one))
  if (!isProduct || !value.some(({ text }) => /^(?:\*|\/|pow|exp)$/.test(text))) return Math.max(0, ...pixels)
  if (functions.some(one => /^(?:pow|exp)$/.test(one))) return Number.POSITIVE_INFINITY
  const product = numbers.reduce(
    (all, { text }) => all * Math.max(1, Math.abs(Number(text)), 1 / Math.abs(Number(text))),
    1,
  )
  return Math.max(...pixels, product / 100)
}
