import type { FileProblem } from '../facts'
import { FORMAT_LIMITS } from '../limits'
import { fileProblem } from '../problem'
import { elementsOf, isFault, parseXml, textOf, type XmlElement } from '../xml/xml-document'
import type { PixelSize } from './pixel-size'
import { hasTooManyParts, localName } from './svg-cost'

/** A drawing that may be rasterised, or why not. */
export type SvgReading =
  | ({
      readonly kind: 'drawing'
      /** Whether its size is in length units (mm, in, pt), which renderers additionally scale by their density. */
      readonly isInLengths: boolean
    } & PixelSize)
  | { readonly kind: 'refused'; readonly problem: FileProblem }

/** The root element must begin within this number of bytes. */
const HEAD_BYTES = 4096
/** Allowed before the root: a byte order mark, white space, instructions, comments, a document type. */
const BEFORE_ROOT = /^(?:\ufeff|\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*/i
const ROOT = /^<(?:[\w-]+:)?svg[\s/>]/

/** Whether bytes are an SVG: by content, not by name. */
export function isSvg(bytes: Buffer): boolean {
  const head = bytes.toString('utf8', 0, HEAD_BYTES)
  return ROOT.test(head.replace(BEFORE_ROOT, ''))
}

/**
 * The size of a drawing, in pixels. Scripts, external references and entities are refused, with the reason. Null if it
 * is not an SVG.
 */
export function readSvg(bytes: Buffer): SvgReading | null {
  if (!isSvg(bytes)) return null
  const root = parseXml(bytes, { doctype: 'plain', cutOff: 'refused', prefixed: true })
  if (root === 'too-large') return refused('too-large', 'The drawing is too large.')
  if (root === 'dtd') return refused('unsupported', 'The drawing declares entities.')
  if (isFault(root) || localName(root.name) !== 'svg') return refused('corrupt', 'The drawing cannot be read.')
  const found = whatIsWrong(root)
  if (found !== null) return refused('unsupported', found)
  if (hasTooManyParts(root) || filterPasses(root) > MOST_PASSES)
    return refused('too-large', 'The drawing has too many parts.')
  const size = sizeOf(root)
  if (Math.max(size.width, size.height) > FORMAT_LIMITS.imageSide) {
    return refused('too-large', 'The drawing has too many pixels.')
  }
  const sides = [root.attributes.width, root.attributes.height]
  return { kind: 'drawing', isInLengths: sides.some(side => LENGTH.test(side ?? '')), ...size }
}

function refused(reason: 'too-large' | 'unsupported' | 'corrupt', message: string): SvgReading {
  return { kind: 'refused', problem: fileProblem('thumbnail', reason, message) }
}

function whatIsWrong(element: XmlElement): string | null {
  const name = localName(element.name)
  const attributes = Object.entries(element.attributes).map(([key, value]) => ({ name: localName(key), value }))
  if (name === 'script' || attributes.some(one => /^on/i.test(one.name))) return 'The drawing contains scripts.'
  if (name !== 'a' && attributes.some(one => /^(?:href|src)$/.test(one.name) && leadsOut(one.value)))
    return 'The drawing refers to other files.'
  const values = attributes.map(one => one.value)
  const styles = name === 'style' ? [...values, textOf(element)] : values
  if (styles.some(stylesLeadOut)) return 'The drawing refers to other files.'
  for (const child of elementsOf(element)) {
    const found = whatIsWrong(child)
    if (found !== null) return found
  }
  return null
}

/** Only references within the drawing. */
function leadsOut(address = ''): boolean {
  return !/^\s*(?:#|data:|$)/i.test(address)
}

/** The same for CSS, in attributes and style sheets: `fill: url(#a)`, `@import`. */
function stylesLeadOut(css: string): boolean {
  return /@import/i.test(css) || [...css.matchAll(/url\(\s*["']?([^"')]*)/gi)].some(([, address]) => leadsOut(address))
}

/** Filter passes over the pixels: each primitive of a filter counts once per use. */
const MOST_PASSES = 200

function filterPasses(root: XmlElement): number {
  const parts = new Map<string, number>()
  const used: string[] = []
  const look = (element: XmlElement) => {
    const { id, filter, style = '' } = element.attributes
    const children = [...elementsOf(element)]
    if (localName(element.name) === 'filter' && id) parts.set(id, children.length)
    const named = /#([^"')\s]+)/.exec(filter ?? /filter\s*:[^;]*/.exec(style)?.[0] ?? '')?.[1]
    if (named) used.push(named)
    for (const child of children) look(child)
  }
  look(root)
  return used.reduce((sum, name) => sum + (parts.get(name) ?? 0), 0)
}

/** Default size: that of the view box; without one, CSS's default for images. */
function sizeOf({ attributes }: XmlElement): PixelSize {
  const [, , boxWidth = 300, boxHeight = 150] = boxOf(attributes.viewBox)
  const [width, height] = [pixelsOf(attributes.width), pixelsOf(attributes.height)]
  return whole({
    width: width ?? (height === null ? boxWidth : (height * boxWidth) / boxHeight),
    height: height ?? (width === null ? boxHeight : (width * boxHeight) / boxWidth),
  })
}

function boxOf(text = ''): readonly number[] {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = numbers
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0 ? numbers : []
}

/** CSS: 96 pixels per inch. Sizes relative to window or font are not supported. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

const LENGTH = /\d\s*(?:pt|pc|in|cm|mm)\s*$/i

function pixelsOf(text = ''): number | null {
  const [, number = '', unit = ''] = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? []
  const pixels = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  return pixels > 0 ? pixels : null
}

function whole({ width, height }: PixelSize): PixelSize {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}
