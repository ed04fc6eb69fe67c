/** Limits of marks, in characters unless stated otherwise. */
export const MARK_LIMITS = {
  note: 10_000,
  quote: 4_000,
  /** Text before and after a quote: longer text is cut. */
  context: 300,
  /** Locator without its text, as JSON. */
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
