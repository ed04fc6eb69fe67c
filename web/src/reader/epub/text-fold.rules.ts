import { foldForSearch } from '@octavo/contract/fold'

/** Normalised text for comparison: ignores case, accents and runs of white space. */
export interface Folded {
  readonly text: string
  /** For every character of `text` its position in the original; one more for the end. */
  readonly origin: Uint32Array
}

export function fold(original: string): Folded {
  const text: string[] = []
  const origin: number[] = []
  let at = 0
  let space = true
  for (const character of original) {
    if (/\s/.test(character)) {
      if (!space) {
        text.push(' ')
        origin.push(at)
      }
      space = true
    } else {
      const plain = foldCharacter(character)
      for (const unit of plain) for (let n = 0; n < unit.length; n++) origin.push(at)
      text.push(plain)
      if (plain !== '') space = false
    }
    at += character.length
  }
  origin.push(at)
  return { text: text.join(''), origin: Uint32Array.from(origin) }
}

/** Invisible break points of words; vowel signs, which titles are found without, but a place in a text isn't. */
const [BREAK, VOWEL_SIGN] = [/^[\u00ad\u200b]$/, /^\p{Mc}$/u]

function foldCharacter(character: string): string {
  if (BREAK.test(character)) return ''
  return VOWEL_SIGN.test(character) ? character : foldForSearch(character)
}

/** Positions of `query` in the original. */
export function findAll(folded: Folded, query: string, most = 500): { readonly start: number; readonly end: number }[] {
  const wanted = fold(query).text.trim()
  const found: { start: number; end: number }[] = []
  if (wanted === '') return found
  for (let at = folded.text.indexOf(wanted); at !== -1; at = folded.text.indexOf(wanted, at + wanted.length)) {
    found.push({ start: folded.origin[at] ?? 0, end: endOf(folded, at + wanted.length) })
    if (found.length === most) break
  }
  return found
}

/** The original position behind a match: a letter that was found in part, as the ß of `stras`, is part of it. */
function endOf({ origin }: Folded, after: number): number {
  let at = after
  while (origin[at] === origin[after - 1]) at++
  return origin[at] ?? 0
}

/** The same without white space: apps differ in whether a space separates two paragraphs. */
function squeezed({ text, origin }: Folded): Folded {
  return { text: text.replaceAll(' ', ''), origin: origin.filter((_, at) => text[at] !== ' ') }
}

/** Positions of a quote, however it is spaced. */
function findQuoted(folded: Folded, quote: string): ReturnType<typeof findAll> {
  const exact = findAll(folded, quote)
  if (exact.length > 0) return exact
  return findAll(squeezed(folded), quote.replace(/\s+/g, '')).map(({ start, end }) => {
    const after = indexOf(folded, end)
    // The space that follows is not quoted.
    return { start, end: folded.text[after - 1] === ' ' ? (folded.origin[after - 1] ?? end) : end }
  })
}

/** The occurrence of `query` nearest to `near`, a position in the original; null if there is none. */
export function findNearest(folded: Folded, query: string, near: number): number | null {
  let best: number | null = null
  for (const { start } of findQuoted(folded, query)) {
    if (best === null || Math.abs(start - near) < Math.abs(best - near)) best = start
  }
  return best
}

/** A quote with its context. */
export interface Quoted {
  readonly quote: string
  readonly before: string
  readonly after: string
}

/**
 * Position of a quote: among several, the one with the most similar context, then the nearest to `near`, a position in
 * the original. Null if not found.
 */
export function findQuote(folded: Folded, { quote, before, after }: Quoted, near: number): TextSpan | null {
  const [lead, rest] = [fold(before).text.trimEnd(), fold(after).text.trimStart()]
  let best: TextSpan | null = null
  let bestScore = -1
  for (const span of findQuoted(folded, quote)) {
    const left = lastOf(folded, span.start)
    const right = firstOf(folded, span.end)
    const score = commonEnd(left, lead) + commonStart(right, rest)
    const isNearer = best === null || Math.abs(span.start - near) < Math.abs(best.start - near)
    if (score > bestScore || (score === bestScore && isNearer)) [best, bestScore] = [span, score]
  }
  return best
}

export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** Context length that distinguishes two equal quotes. */
const AROUND = 100

function indexOf(folded: Folded, place: number): number {
  let [low, high] = [0, folded.text.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((folded.origin[middle] ?? 0) >= place) high = middle
    else low = middle + 1
  }
  return low
}

function lastOf(folded: Folded, place: number): string {
  const at = indexOf(folded, place)
  return folded.text.slice(Math.max(0, at - AROUND), at).trimEnd()
}

function firstOf(folded: Folded, place: number): string {
  const at = indexOf(folded, place)
  return folded.text.slice(at, at + AROUND).trimStart()
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

function commonEnd(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
