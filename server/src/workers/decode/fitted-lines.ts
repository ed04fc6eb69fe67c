/** Width of a text in pixels, at a fixed font size. */
export type Measure = (text: string) => number

/** Lines of a text within a width, and whether the last one was truncated. */
export interface FittedLines {
  readonly lines: readonly string[]
  /** A word was broken, or text was left out. */
  readonly isStrained: boolean
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' })
const LETTERS = new Intl.Segmenter('und', { granularity: 'grapheme' })
const ELLIPSIS = '…'

/** Breaks a text into at most `most` lines: between words where possible, else within them. */
export function fitLines(text: string, width: number, most: number, measure: Measure): FittedLines {
  const lines: string[] = []
  let line = ''
  let isStrained = false
  for (const unit of unitsOf(text)) {
    if (measure(`${line}${unit}`.trim()) <= width) {
      line += unit
      continue
    }
    if (line.trim() !== '') lines.push(line.trim())
    line = unit.trimStart()
    while (measure(line.trim()) > width && line !== '') {
      isStrained = true
      const head = headOf(line, width, measure)
      lines.push(head)
      line = line.slice(head.length)
    }
    if (lines.length > most) break
  }
  if (line.trim() !== '') lines.push(line.trim())
  if (lines.length <= most) return { lines, isStrained }
  return { lines: [...lines.slice(0, most - 1), cutLine(lines[most - 1] ?? '', width, measure)], isStrained: true }
}

/** Words with trailing punctuation and spaces, which must not begin a line. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  for (const { segment, isWordLike } of WORDS.segment(text)) {
    if (isWordLike || units.length === 0 || /^[([{«“‘「『（]/u.test(segment)) units.push(segment)
    else units[units.length - 1] += segment
  }
  return units
}

/** As many letters as fit, at least one. */
function headOf(text: string, width: number, measure: Measure): string {
  let head = ''
  for (const { segment } of LETTERS.segment(text)) {
    if (head !== '' && measure(head + segment) > width) break
    head += segment
  }
  return head
}

function cutLine(line: string, width: number, measure: Measure): string {
  const letters = [...LETTERS.segment(line)].map(({ segment }) => segment)
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}${ELLIPSIS}`) > width) letters.pop()
  return `${letters.join('').trimEnd()}${ELLIPSIS}`
}
