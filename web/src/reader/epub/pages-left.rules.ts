import type { FramePlace } from './bridge/protocol'
import { currentLine, nextStart, type Sight, type TocLine } from './toc.rules'

/**
 * Remaining pages of the chapter. Null if unknown: in a scrolled chapter, and in one that continues in the next file. Up to
 * another chapter of the same file they are estimated by the text in between. `starts`: where lines begin in this file.
 */
export function pagesLeft(
  { page, pages, atEnd, to }: Pick<FramePlace, 'page' | 'pages' | 'atEnd' | 'to'>,
  lines: readonly TocLine[],
  chapter: number,
  next: number | null,
  starts: Sight['starts'] | null = null,
): number | null {
  if (pages <= 1 && !atEnd) return null
  const end = starts && nextStart(lines, chapter, to, starts)
  if (end !== null) return Math.round((end - to) * pages)
  const line = currentLine(lines, chapter, starts ? { from: 1, to: 1, starts } : undefined)
  if (next !== null && line !== -1 && currentLine(lines, next) === line) return null
  return Math.max(0, pages - page - 1)
}
