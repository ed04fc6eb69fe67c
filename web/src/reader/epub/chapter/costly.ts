/** Stylesheets of a chapter with those imported in it; the server limits what each of these imports. */
const MOST_SHEETS = 32
/** Elements that drawings may repeat by `use`, counted as often as they are drawn. */
const MOST_REPEATED = 50_000
/** References that lead to others. */
const DEEPEST = 200
/** Cells in the grids of all tables, counted with their spans. */
const MOST_CELLS = 50_000

/** Removes what a few lines of a chapter could make a browser do for minutes. Normal books have a hundredth of it. */
export function withoutCostly(chapter: Element): void {
  limitSheets(chapter)
  limitRepeated(chapter)
  limitSpans(chapter)
}

function limitSheets(chapter: Element): void {
  let left = MOST_SHEETS
  for (const sheet of chapter.querySelectorAll('link, style')) {
    // Any letter of `@import` may be escaped.
    const count = sheet.localName === 'link' ? 1 : (sheet.textContent?.match(/@(?:i|[a-z-]*\\)/gi)?.length ?? 0)
    left -= count
    if (left < 0 && count > 0) sheet.remove()
  }
}

function limitRepeated(chapter: Element): void {
  const uses = chapter.querySelectorAll('use')
  if (uses.length === 0) return
  const byId = new Map<string, Element>()
  for (const element of chapter.querySelectorAll('[id]')) if (!byId.has(element.id)) byId.set(element.id, element)
  const sizes = new Map<Element, number>()
  const sizeOf = (element: Element, depth = 0): number => {
    if (depth > DEEPEST) return Number.POSITIVE_INFINITY
    const known = sizes.get(element)
    if (known !== undefined) return known
    // One that leads back to itself is not drawn.
    sizes.set(element, 0)
    const target = element.localName === 'use' ? byId.get(idIn(element)) : undefined
    let size = 1 + (target ? sizeOf(target, depth + 1) : 0)
    for (const child of element.children) size += sizeOf(child, depth + 1)
    sizes.set(element, size)
    return size
  }
  let repeated = 0
  // A `use` of one element, such as a glyph of a formula, costs no more than the element itself.
  for (const use of uses) repeated += Math.max(0, sizeOf(use) - 2)
  if (repeated > MOST_REPEATED) for (const use of uses) use.remove()
}

function idIn(use: Element): string {
  const address = use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? ''
  try {
    return decodeURIComponent(address.replace(/^[^#]*#/, ''))
  } catch {
    return ''
  }
}

function limitSpans(chapter: Element): void {
  const cells = chapter.querySelectorAll<HTMLTableCellElement>('[colspan], [rowspan]')
  const rows = chapter.querySelectorAll('tr').length
  let places = 0
  for (const cell of cells) places += (cell.colSpan || 1) * Math.min(cell.rowSpan || rows, rows)
  if (places <= MOST_CELLS) return
  for (const cell of cells) {
    cell.removeAttribute('colspan')
    cell.removeAttribute('rowspan')
  }
}
