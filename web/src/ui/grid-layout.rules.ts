import { columnsFor } from './window-paging.rules'

export type GridLayout = {
  readonly columns: number
  readonly width: number
  readonly gap: number
  /** Including the gap below it. */
  readonly rowHeight: number
}

/** Below a cover: 8 px, a title of two lines, a quiet line (media-card.module.css). */
const wordsHeight = 60
const listRow = 80

/** Covers sized for the screen, times `scale`: at least three side by side on a phone, with an upper limit. */
export function layoutFor(width: number, look: 'grid' | 'list', scale = 1): GridLayout {
  if (look === 'list') return { columns: 1, width, gap: 2, rowHeight: listRow + 2 }
  const gap = width < 600 ? 12 : 20
  const least = width < 600 ? 100 : width < 1100 ? 136 : width < 1800 ? 152 : 172
  const columns = columnsFor(width, least * scale, gap)
  const card = Math.floor((width - gap * (columns - 1)) / columns)
  return { columns, width: card, gap, rowHeight: Math.round(card * 1.5) + wordsHeight + gap }
}
