import { useEffect } from 'react'
import type { Place } from '../progress/place.rules'
import type { Epub } from './use-epub'

/** Reports every place that the reader reaches, as a locator for other apps. */
export function useRememberLocator(epub: Epub, moved: (place: Place) => void, onPage: (page: number) => void): void {
  const { frames, here, share, position, chapters, lines, line, leftFrom } = epub
  const { acted, place } = frames
  const finished = share === 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place says when there is something new
  useEffect(() => {
    const link = here && chapters.links[here.chapter]
    if (!place || !here || !link || (!acted && !finished)) return
    const title = lines[line]?.title
    const deliberate = leftFrom.current !== undefined && leftFrom.current !== place
    if (deliberate) leftFrom.current = undefined
    moved({
      page: position,
      percentage: share,
      locator: {
        href: link.href,
        type: link.type,
        ...(title ? { title } : {}),
        locations: { progression: here.progression, totalProgression: share, position },
        ...(place.words ? { text: { before: place.before, highlight: place.words, after: place.after } } : {}),
      },
      ...(deliberate && { deliberate }),
    })
    onPage(position)
  }, [place, acted, finished])
}
