import { type Axis, viewOf } from './axis'
import { columnsIn, type Geometry, geometryOf } from './geometry.rules'
import type { FrameConfig, ReadingStyle } from './protocol'
import { fixedSheet, styleSheet, type TextMode } from './style'
import { fitTables } from './tables'

/** The chapter with our stylesheet. */
export interface Layout {
  readonly geometry: Geometry
  readonly pages: number
}

/** Lays the chapter out with the current style; returns the result. */
export function createLayout(config: FrameConfig, mode: TextMode, axis: Axis): (style: ReadingStyle) => Layout {
  const sheet = document.head.appendChild(document.createElement('style'))
  const filler = document.documentElement.appendChild(document.createElement('div'))
  filler.setAttribute('aria-hidden', 'true')

  function layWith(style: ReadingStyle): Geometry {
    const view = viewOf()
    const geometry = geometryOf(view, style, mode.vertical)
    filler.style.cssText = 'display: none'
    sheet.textContent = styleSheet(style, geometry, view, mode, 1)
    const zoom = stubbornZoom(style.fontSize)
    if (zoom !== 1) sheet.textContent = styleSheet(style, geometry, view, mode, zoom)
    fitTables(geometry.columnLength / zoom, mode.vertical)
    return geometry
  }

  function countColumns(geometry: Geometry): number {
    const { body } = document
    const boxes = [...body.getClientRects(), ...(body.lastElementChild?.getClientRects() ?? [])]
    return columnsIn(Math.max(0, ...boxes.map(axis.end)) - geometry.gap / 2, geometry)
  }

  return style => {
    if (config.fixed) {
      sheet.textContent = fixedSheet(style, config.fixed, viewOf())
      return { geometry: geometryOf(viewOf(), style, mode.vertical), pages: 1 }
    }
    let geometry = layWith(style)
    if (style.flow === 'scrolled') return { geometry, pages: 1 }
    // A cover or title page alone would be next to an empty column.
    if (geometry.columns === 2 && countColumns(geometry) === 1) geometry = layWith({ ...style, columns: '1' })
    const pages = Math.ceil(countColumns(geometry) / geometry.columns)
    // A half-empty last page could not be scrolled to: it needs an element at its far edge.
    const far = `${axis.side()}: ${pages * geometry.step - 1}px`
    filler.style.cssText = `position: absolute; width: 1px; height: 1px; ${far}`
    return { geometry, pages }
  }
}

/** The book's writing mode. Only that of the body or root applies to the whole page. */
export function textMode(): TextMode {
  const body = getComputedStyle(document.body)
  const root = getComputedStyle(document.documentElement)
  const mode = body.writingMode !== 'horizontal-tb' ? body.writingMode : root.writingMode
  return {
    vertical: mode.startsWith('vertical') || mode.startsWith('sideways'),
    rightToLeft: body.direction === 'rtl',
    justified: isJustified(),
  }
}

const LOOKED_AT = 30
const LONG_ENOUGH = 60

function isJustified(): boolean {
  const isLong = (paragraph: Element) => (paragraph.textContent?.length ?? 0) > LONG_ENOUGH
  const some = [...document.body.querySelectorAll('p, div:not(:has(p, div))')].slice(0, 300).filter(isLong)
  const looked = some.slice(0, LOOKED_AT)
  return looked.filter(one => getComputedStyle(one).textAlign === 'justify').length * 2 > looked.length
}

/** Books with sizes in pixels ignore the root's font size: those are scaled as a whole. */
function stubbornZoom(fontSize: number): number {
  const probe = [...document.body.querySelectorAll('p, li, div, span')].find(one => one.textContent?.trim())
  if (fontSize === 100 || !probe) return 1
  const root = document.documentElement
  const sizeOf = () => Number.parseFloat(getComputedStyle(probe).fontSize)
  const scaled = sizeOf()
  root.style.setProperty('font-size', '100%', 'important')
  const plain = sizeOf()
  root.style.removeProperty('font-size')
  return Math.abs(scaled / plain - 1) < 0.01 ? fontSize / 100 : 1
}
