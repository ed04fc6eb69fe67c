/**
 * The one cover that moves between card and page. A name may stand once on a page, or the browser gives the
 * transition up; so only the card that was opened last carries it.
 */
let moving = ''

export function markMoving(key: string): void {
  moving = key
}

/** The transition name of a card's cover, when it is the card that was opened. */
export const movingName = (key: string, id: string): string | undefined =>
  moving === key ? pageCoverName(id) : undefined

/** The transition name of the cover on its own page. */
export const pageCoverName = (id: string): string => `cover-${id}`
