/** A sentence of a chapter, by character range. */
export interface Sentence {
  readonly start: number
  readonly end: number
}

/** Speech engines stop in the middle of longer texts. */
const LONGEST = 300

/** Line breaks of the source file; a paragraph ends with a separate character. */
const LINE_ENDS = /[\r\n\u0085\u2028]/g

/** The sentences of a chapter from a position on, by language, none too long to be spoken at once. */
export function sentencesFrom(text: string, from: number, language: string | null): Sentence[] {
  const sentences: Sentence[] = []
  for (const { index, segment } of segmenter(language).segment(text.replace(LINE_ENDS, ' '))) {
    const words = segment.trim()
    if (words === '') continue
    const start = index + segment.indexOf(words)
    for (const part of parted(text, start, start + words.length)) {
      // From the first word on the screen: the page would turn back to the start of its sentence.
      if (part.end > from) sentences.push({ ...part, start: Math.max(part.start, from) })
    }
  }
  return sentences
}

function segmenter(language: string | null): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' })
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}

/** At a comma or a space if possible. */
function parted(text: string, start: number, end: number): Sentence[] {
  const parts: Sentence[] = []
  let at = start
  while (end - at > LONGEST) {
    const piece = text.slice(at, at + LONGEST)
    const comma = Math.max(piece.lastIndexOf(', '), piece.lastIndexOf('; '), piece.lastIndexOf('、'))
    const space = piece.search(/\s\S*$/)
    const length = comma > LONGEST / 3 ? comma + 1 : space > 0 ? space : LONGEST
    parts.push({ start: at, end: at + length })
    at += length
    while (at < end && /\s/.test(text[at] ?? '')) at++
  }
  if (at < end) parts.push({ start: at, end })
  return parts
}
