import { MARK_COLORS, type MarkColor } from '@octavo/contract/mark-limits'
import { fitFixed, type Geometry, type View } from './geometry.rules'
import { markName, NOTED } from './marks'
import type { ReadingStyle } from './protocol'
import { NARROW_TABLE } from './tables'

/** Copied from theme/tokens.css, which a frame does not have. */
const MARK_INKS: Readonly<Record<MarkColor, string>> = {
  yellow: 'oklch(0.85 0.15 92)',
  green: 'oklch(0.8 0.14 150)',
  blue: 'oklch(0.76 0.12 245)',
  pink: 'oklch(0.78 0.14 0)',
  purple: 'oklch(0.74 0.13 300)',
}

const HIGHLIGHTS = [
  ...MARK_COLORS.map(
    color =>
      `::highlight(${markName(color)}) { background: color-mix(in oklab, ${MARK_INKS[color]} 42%, transparent); }`,
  ),
  `::highlight(${NOTED}) { text-decoration: underline 2px dotted; }`,
].join('\n')

export interface TextMode {
  /** The book itself justifies its text. */
  readonly justified: boolean
  /** Vertical text. */
  readonly vertical: boolean
  readonly rightToLeft: boolean
}

/**
 * The stylesheet that overrides the book's. `!important` throughout: books set widths, heights and overflow of the
 * body.
 */
export function styleSheet(style: ReadingStyle, geometry: Geometry, view: View, mode: TextMode, zoom: number): string {
  return [
    colours(style),
    style.flow === 'paginated' ? paginated(geometry, view, mode) : scrolled(geometry, mode),
    letters(style, mode, zoom),
    figures(geometry, view, mode),
  ].join('\n')
}

function paginated(geometry: Geometry, view: View, { vertical, rightToLeft }: TextMode): string {
  const block = vertical ? view.width : view.height
  return `
html { box-sizing: border-box !important; inline-size: ${geometry.step}px !important; block-size: ${block}px !important;
  min-inline-size: 0 !important; max-inline-size: none !important; min-block-size: 0 !important; max-block-size: none !important;
  margin: 0 !important; border: 0 !important; padding-block: ${geometry.block}px !important; padding-inline: ${geometry.gap / 2}px !important;
  writing-mode: ${vertical ? 'vertical-rl' : 'horizontal-tb'} !important; direction: ${rightToLeft ? 'rtl' : 'ltr'} !important;
  column-width: ${geometry.columnLength}px !important; column-count: auto !important; column-gap: ${geometry.gap}px !important;
  column-fill: auto !important; column-rule: none !important; overflow: hidden !important; overscroll-behavior: none; touch-action: none; }
${BODY}
body { padding: 0 !important; }`
}

/** Room for the buttons at the ends of a scrolled chapter (epub-stage.module.css). */
const CHAPTER_ENDS = { start: 92, end: 120 }

function scrolled(geometry: Geometry, { vertical, rightToLeft }: TextMode): string {
  return `
html { margin: 0 !important; padding: 0 !important; border: 0 !important; columns: auto !important;
  writing-mode: ${vertical ? 'vertical-rl' : 'horizontal-tb'} !important; direction: ${rightToLeft ? 'rtl' : 'ltr'} !important;
  ${vertical ? 'height: 100vh !important; overflow: auto hidden' : 'height: auto !important; overflow: hidden auto'} !important; }
${BODY}
body { box-sizing: border-box !important; padding-inline: ${geometry.gap / 2}px !important; padding-block: ${Math.max(CHAPTER_ENDS.start, geometry.block)}px ${Math.max(CHAPTER_ENDS.end, geometry.block)}px !important; }`
}

const BODY = `body { display: block !important; position: static !important; float: none !important; margin: 0 !important; border: 0 !important;
  width: auto !important; height: auto !important; min-width: 0 !important; min-height: 0 !important; max-width: none !important; max-height: none !important;
  columns: auto !important; overflow: visible !important; transform: none !important; writing-mode: inherit !important; }`

function colours(style: ReadingStyle): string {
  const forced = style.recolour
    ? `body, body *:not(svg *) { color: inherit !important; background-color: transparent !important; border-color: currentColor; text-shadow: none !important; }
body { color: ${style.ink} !important; } html body a, html body a * { color: ${style.link} !important; }`
    : ''
  return `:root { color-scheme: ${style.scheme}; }
html { background: ${style.background} !important; color: ${style.ink}; } body { background: transparent !important; }
:where(a:any-link, [data-octavo-away]) { color: ${style.link}; }
::selection { background: color-mix(in oklab, ${style.link} 30%, transparent); }
${HIGHLIGHTS}
::highlight(octavo-found) { background: color-mix(in oklab, ${style.link} 45%, transparent); }
::highlight(octavo-spoken) { background: color-mix(in oklab, ${style.link} 26%, transparent); }
${forced}`
}

/** Elements with their own fonts: code, formulas, drawings, ruby. */
const PLAIN_TEXT = 'body, body *:not(pre, pre *, code, kbd, samp, tt, math, math *, svg, svg *)'

function letters(style: ReadingStyle, mode: TextMode, zoom: number): string {
  const rules = [
    `html { font-size: ${style.fontSize}% !important; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }`,
  ]
  if (zoom !== 1) rules.push(`body { zoom: ${zoom}; }`)
  if (style.fontFamily !== null) rules.push(`${PLAIN_TEXT} { font-family: ${style.fontFamily} !important; }`)
  if (style.letterSpacing > 0) {
    rules.push(`${PLAIN_TEXT} { letter-spacing: ${style.letterSpacing / 100}em !important; }`)
  }
  if (style.wordSpacing > 0) rules.push(`${PLAIN_TEXT} { word-spacing: ${style.wordSpacing / 100}em !important; }`)
  if (style.lineHeight > 0) {
    rules.push(
      `body { line-height: ${style.lineHeight} !important; } body *:not(ruby, ruby *, svg *, math *) { line-height: inherit !important; }`,
    )
  }
  const running = 'body :is(p, li, dd, blockquote)'
  if (style.align !== 'publisher') rules.push(`${running} { text-align: ${style.align} !important; }`)
  rules.push(`${running} { ${hyphenation(style, mode)} }`)
  return rules.join('\n')
}

/** By the language of the text. Unless the reader has chosen, a paragraph of the book may override it. */
function hyphenation({ hyphens, align }: ReadingStyle, mode: TextMode): string {
  if (hyphens === 'off') return '-webkit-hyphens: manual !important; hyphens: manual !important;'
  if (hyphens === 'on') return `-webkit-hyphens: auto !important; hyphens: auto !important; ${SHORTEST}`
  const justified = align === 'justify' || (align === 'publisher' && mode.justified)
  if (justified) return `-webkit-hyphens: auto; hyphens: auto; ${SHORTEST}`
  return align === 'start' ? '-webkit-hyphens: manual; hyphens: manual;' : ''
}

/** Minimum letters of a hyphenated word, and of its parts. */
const SHORTEST = 'hyphenate-limit-chars: 6 3 2;'

/** Pictures and tables must fit a page: the part beyond a page's edge would be invisible. */
function figures(geometry: Geometry, view: View, { vertical }: TextMode): string {
  const length = Math.floor(geometry.columnLength)
  const across = Math.floor((vertical ? view.width : view.height) - 2 * geometry.block)
  const [width, height] = vertical ? [across, length] : [length, across]
  return `
img, svg, video, object { max-width: min(100%, ${width}px) !important; max-height: ${height}px !important; object-fit: contain; break-inside: avoid; box-sizing: border-box; }
svg { overflow: hidden; }
figure, table, pre { break-inside: avoid; }
pre, table { max-width: 100%; } pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
p, li, blockquote, h1, h2, h3, h4, td { overflow-wrap: break-word; }
:is([${NARROW_TABLE}], [${NARROW_TABLE}] table) { table-layout: auto !important; min-width: 0 !important; max-width: 100% !important; }
[${NARROW_TABLE}] :is(th, td, :is(th, td) *) { overflow-wrap: anywhere !important; text-wrap-mode: wrap !important; min-width: 0 !important; }
h1, h2, h3, h4 { break-after: avoid; } p { orphans: 2; widows: 2; }
[data-octavo-away] { text-decoration: underline; cursor: pointer; } [data-octavo-href] { cursor: pointer; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }`
}

/** A fixed-layout page in its own size. */
export function fixedPage({ width, height }: View, transform = 'none', background = '#fff', touch = 'none'): string {
  return `html { margin: 0 !important; padding: 0 !important; width: 100% !important; height: 100% !important; overflow: hidden !important; background: ${background} !important; touch-action: ${touch}; }
body { position: absolute !important; inset: 0 auto auto 0 !important; margin: 0 !important; width: ${width}px !important; height: ${height}px !important;
  overflow: hidden !important; transform-origin: 0 0 !important; transform: ${transform} !important; background-color: #fff; color: #000; }
body > svg:only-child, body > img:only-child { display: block; width: 100%; height: 100%; }`
}

/** A fixed-layout page, scaled as a whole. */
export function fixedSheet(style: ReadingStyle, page: View, view: View): string {
  const { scale, left, top } = fitFixed(page, view)
  const transform = `translate(${left}px, ${top}px) scale(${scale})`
  return `${fixedPage(page, transform, style.background, style.touch)}
${HIGHLIGHTS}
::highlight(octavo-found) { background: color-mix(in oklab, ${style.link} 45%, transparent); }
::highlight(octavo-spoken) { background: color-mix(in oklab, ${style.link} 26%, transparent); }`
}
