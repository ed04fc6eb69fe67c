import { BOOK_COLUMNS, COLUMNS_SHEET } from './protocol'

const MOST_ELEMENTS = 15_000
/** Elements with columns, and of one: how many, or how narrow in pixels. Books have two or three wide ones. */
const MOST = { elements: 100, columns: 8, narrowest: 24 }

/**
 * Allows the book's own columns (an index, a glossary), but none in others: with each level a browser lays everything out
 * several times more often. Until this is called, the book has none.
 */
export function allowColumns(): void {
  const sheet = document.querySelector(`style[${COLUMNS_SHEET}]`)
  const elements = document.body.getElementsByTagName('*')
  if (!sheet || elements.length > MOST_ELEMENTS) return
  const limit = sheet.textContent
  // Styles are computed without a layout.
  sheet.textContent = '@layer { body { display: none !important } }'
  const wanting = [...elements].filter(wantsColumns)
  sheet.textContent = limit
  const isWanting = new Set<Element>(wanting)
  const outermost = wanting.filter(element => !hasAround(element, isWanting))
  for (const element of outermost.slice(0, MOST.elements)) element.setAttribute(BOOK_COLUMNS, '')
}

function wantsColumns(element: Element): boolean {
  const { columnCount, columnWidth } = getComputedStyle(element)
  if (columnCount === 'auto' && columnWidth === 'auto') return false
  return !(Number(columnCount) > MOST.columns || Number.parseFloat(columnWidth) < MOST.narrowest)
}

function hasAround(element: Element, some: ReadonlySet<Element>): boolean {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) if (some.has(outer)) return true
  return false
}
