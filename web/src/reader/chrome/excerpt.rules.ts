/** A hit with the words around it. */
export interface TextHit {
  readonly before: string
  readonly match: string
  readonly after: string
}

const AROUND = 50
/** A longer piece is not the rest of a word, but text without spaces, such as Japanese. */
const CUT_AT_START = /^\S{0,19}\s+/
const CUT_AT_END = /\s+\S{0,19}$/
/** Half an emoji or a rare Chinese character. */
const HALF = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

/** The end of a paragraph without a full stop, such as a heading. */
const HEADING_ENDS = /(?<=[\p{L}\p{N}]\s*)\s*\u2029\s*/gu

/** From the first to the last whole word near the hit; an ellipsis stands for the rest. */
export function excerptOf(text: string, { start, end }: { readonly start: number; readonly end: number }): TextHit {
  const [from, to] = [start - AROUND, end + AROUND]
  const tidy = (part: string) => part.replace(HEADING_ENDS, ' · ').replace(/\s+/g, ' ')
  const before = text.slice(Math.max(0, from), start).replace(HALF, '')
  const after = text.slice(end, to).replace(HALF, '')
  return {
    before: tidy(from > 0 ? `…${before.replace(CUT_AT_START, '')}` : before),
    match: tidy(text.slice(start, end)),
    after: tidy(to < text.length ? `${after.replace(CUT_AT_END, '')}…` : after),
  }
}
