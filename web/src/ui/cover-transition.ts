/**
 * The one cover that animates between card and page. A transition name must be unique on a page, or the browser skips
 * the transition; so only the card opened last has it.
 */
let moving = ''

export function markMoving(key: string): void {
  moving = key
}

/** The transition name of a card's cover, if it is the opened card. */
export const movingName = (key: string, id: string): string | undefined =>
  moving === key ? pageCoverName(id) : undefined

/** The transition name of the cover on its own page. */
export const pageCoverName = (id: string): string => `cover-${id}`
