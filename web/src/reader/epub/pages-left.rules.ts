import type { FramePlace } from './bridge/protocol'
import { currentLine, type TocLine } from './toc.rules'

/**
 * Remaining pages of the chapter. Null if unknown: in a scrolled chapter, and in one that continues in the next file.
 */
export function pagesLeft(
  { page, pages, atEnd }: Pick<FramePlace, 'page' | 'pages' | 'atEnd'>,
  lines: readonly TocLine[],
  chapter: number,
  next: number | null,
): number | null {
  if (pages <= 1 && !atEnd) return null
  const line = currentLine(lines, chapter)
  if (next !== null && line !== -1 && currentLine(lines, next) === line) return null
  return Math.max(0, pages - page - 1)
}
