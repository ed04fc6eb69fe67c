/** Bounds of marks, in characters where nothing else is said. */
export const MARK_LIMITS = {
  note: 10_000,
  quote: 4_000,
  /** Of the text before and after a quote: more is cut. */
  context: 300,
  /** Of a locator, written as JSON without its text. */
  locator: 8_000,
  /** Rectangles of a quote on a page. */
  rects: 200,
  /** Marks of one request. */
  atOnce: 500,
} as const

export const MARK_KINDS = ['bookmark', 'highlight', 'note'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export const MARK_COLORS = ['yellow', 'green', 'blue', 'pink', 'purple'] as const
export type MarkColor = (typeof MARK_COLORS)[number]
