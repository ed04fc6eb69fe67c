import { useEffect, useState } from 'react'
import type { Chapters } from './chapter/chapters'
import { fragmentsOf, type TocLine } from './toc.rules'

type Starts = ReadonlyMap<string, number>

/** Where the lines of the contents begin in the shown chapter, if several lead into it; null until known. */
export function useLineStarts(chapters: Chapters, lines: readonly TocLine[], shown: number | null): Starts | null {
  const [found, setFound] = useState<{ readonly chapter: number; readonly starts: Starts } | null>(null)
  useEffect(() => {
    const fragments = shown === null ? [] : fragmentsOf(lines, shown)
    if (shown === null || fragments.length === 0) return
    let isOver = false
    // Without them, the chapter has the name of its first line.
    chapters.starts(shown, fragments).then(
      starts => !isOver && setFound({ chapter: shown, starts }),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [chapters, lines, shown])
  return found?.chapter === shown ? found.starts : null
}
