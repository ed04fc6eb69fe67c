import { isCostlyCss } from '@octavo/contract/costly-css'
import { dataDrawings } from '@octavo/contract/data-drawing'
import { type ElementReader, repeatsTooMuch } from '@octavo/contract/drawing-cost'

/** Stylesheets of a chapter with those imported in it; the server limits what each of these imports. */
const MOST_SHEETS = 32
/** Parts that a drawing may draw again, as on the server. */
const MOST_REPEATED = 100_000
/** Cells in the grids of all tables, counted with their spans. */
const MOST_CELLS = 50_000

/** Elements of a chapter; a long novel in one chapter has a third of it. */
const MOST_ELEMENTS = 60_000

/** Chapters stay parsed while they are shown again, searched, or listed. */
const ended = new WeakSet<Document>()

/** Ends a chapter that is too long for a browser; whether it did, now or before. */
export function shortened(chapter: Document): boolean {
  if (ended.has(chapter)) return true
  const first = chapter.getElementsByTagName('*')[MOST_ELEMENTS]
  const last = chapter.documentElement.lastChild
  if (!first || !last) return false
  const rest = chapter.createRange()
  rest.setStartBefore(first)
  rest.setEndAfter(last)
  rest.deleteContents()
  ended.add(chapter)
  return true
}

/**
 * Removes what a few lines of a chapter could make a browser do for minutes; whether there was any. Normal books have a
 * hundredth of it.
 */
export function withoutCostly(chapter: Element): boolean {
  let isLess = false
  const leaveOut = (remove: () => void) => {
    isLess = true
    remove()
  }
  limitSheets(chapter, leaveOut)
  limitStyles(chapter, leaveOut)
  limitData(chapter, leaveOut)
  limitRepeated(chapter, leaveOut)
  limitSpans(chapter, leaveOut)
  return isLess
}

type LeaveOut = (remove: () => void) => void

function limitSheets(chapter: Element, leaveOut: LeaveOut): void {
  let left = MOST_SHEETS
  for (const sheet of chapter.querySelectorAll('link, style')) {
    // Any letter of `@import` may be escaped.
    const count = sheet.localName === 'link' ? 1 : (sheet.textContent?.match(/@(?:i|[a-z-]*\\)/gi)?.length ?? 0)
    left -= count
    if (left < 0 && count > 0) leaveOut(() => sheet.remove())
  }
}

/** Stylesheets in the chapter and styles of its elements; the server checks those in files. */
function limitStyles(chapter: Element, leaveOut: LeaveOut): void {
  for (const sheet of chapter.querySelectorAll('style'))
    if (isCostlyCss(sheet.textContent ?? '')) leaveOut(() => sheet.remove())
  for (const element of chapter.querySelectorAll('[style]'))
    if (isCostlyCss(element.getAttribute('style') ?? '')) leaveOut(() => element.removeAttribute('style'))
  for (const element of chapter.querySelectorAll<HTMLElement>('[style]')) yieldColumns(element.style)
}

/** Only in an attribute could they override the limit of the frame, even though that is important. */
function yieldColumns(style: CSSStyleDeclaration | undefined): void {
  for (const name of ['column-count', 'column-width', 'all'])
    if (style?.getPropertyPriority(name)) style.setProperty(name, style.getPropertyValue(name))
}

function limitRepeated(chapter: Element, leaveOut: LeaveOut): void {
  const parts = chapter.querySelectorAll('use, pattern, mask, marker, clipPath, filter')
  if (parts.length > 0 && repeatsTooMuch(chapter, READER, MOST_REPEATED))
    for (const part of parts) leaveOut(() => part.remove())
}

const READER: ElementReader<Element> = {
  name: element => element.localName,
  attributes: element => Array.from(element.attributes, ({ name, value }) => [name, value] as const),
  children: element => element.children,
  text: element => element.textContent ?? '',
}

/** Drawings as addresses, which are read as they would be in files of the book. */
function limitData(chapter: Element, leaveOut: LeaveOut): void {
  for (const element of chapter.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes])
      if (dataDrawings(value).some(isCostlyData)) leaveOut(() => element.removeAttribute(name))
    if (element.localName === 'style' && dataDrawings(element.textContent ?? '').some(isCostlyData))
      leaveOut(() => element.remove())
  }
}

function isCostlyData(text: string | null): boolean {
  // Entities may be unlimited, and no drawing needs one in another.
  if (text === null || /<!ENTITY|<!ATTLIST|<\?xml-stylesheet|data:\s*image\/svg/i.test(text)) return true
  const drawing = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  return repeatsTooMuch(drawing, READER, MOST_REPEATED)
}

function limitSpans(chapter: Element, leaveOut: LeaveOut): void {
  const cells = chapter.querySelectorAll<HTMLTableCellElement>('[colspan], [rowspan]')
  const rows = chapter.querySelectorAll('tr').length
  let places = 0
  for (const cell of cells) places += (cell.colSpan || 1) * Math.min(cell.rowSpan || rows, rows)
  if (places <= MOST_CELLS) return
  for (const cell of cells) for (const name of ['colspan', 'rowspan']) leaveOut(() => cell.removeAttribute(name))
}
