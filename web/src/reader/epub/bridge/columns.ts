/** Limits above which browsers take minutes to draw columns, or crash: the time is quadratic. */
const MOST_ELEMENTS = 15_000
const MOST_IN_PARAGRAPH = 3_000
/** Every element is drawn in each column that it reaches: columns, times levels of nested elements. */
const MOST_LEVELS = 60_000

/** Whether a chapter can be laid out in columns: not with tens of thousands of elements, or of line breaks in one paragraph. */
export function suitsColumns(body: Element): boolean {
  const elements = body.getElementsByTagName('*')
  if (elements.length > MOST_ELEMENTS) return false
  if (elements.length <= MOST_IN_PARAGRAPH) return true
  const paragraphs = new Map<Element, Element | null>()
  const counts = new Map<Element | null, number>()
  for (const element of elements) {
    if (!getComputedStyle(element).display.startsWith('inline')) continue
    const parent = element.parentElement
    const paragraph = (parent && paragraphs.get(parent)) ?? parent
    const count = (counts.get(paragraph) ?? 0) + 1
    if (count > MOST_IN_PARAGRAPH) return false
    paragraphs.set(element, paragraph)
    counts.set(paragraph, count)
  }
  return true
}

/** The number of columns that can be drawn. */
export function mostColumns(body: Element): number {
  const depths = new Map<Element, number>([[body, 1]])
  let deepest = 1
  for (const element of body.getElementsByTagName('*')) {
    const depth = (depths.get(element.parentElement ?? body) ?? 1) + 1
    depths.set(element, depth)
    deepest = Math.max(deepest, depth)
  }
  return MOST_LEVELS / deepest
}
