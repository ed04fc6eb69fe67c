import { diffArrays } from 'diff'

export interface TextPart {
  readonly kind: 'same' | 'old' | 'new'
  readonly text: string
}

/** Longer passages are shown as replaced: comparing them could block the page. */
const COMPARED = 20_000
/** Words that may differ before a passage counts as replaced; bounds the time as well. */
const EDITS = 1_000
/** Unchanged characters around a change. */
const CONTEXT = 40
/** Characters of a change. */
const CHANGE = 240
/** Changes of a text. */
const CHANGES = 8
/** A longer word is cut: "A…" would say nothing of "A Donaudampfschifffahrtsgesellschaft". */
const LONG_WORD = 30
/** Characters read on both sides of a cut to find a word boundary. */
const WINDOW = 64

// Words rather than spaces: Chinese and Japanese have none, and no emoji is taken apart.
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })
const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text and its later version as unchanged, removed and added passages, in order. */
export function textChange(before: string, after: string): readonly TextPart[] {
  const [start, end] = commonEnds(before, after)
  return joined([
    { kind: 'same', text: before.slice(0, start) },
    ...compared(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', text: before.slice(before.length - end) },
  ])
}

/** The changes with some context; `whole` if nothing is left out. */
export function excerpt(parts: readonly TextPart[]): { readonly parts: readonly TextPart[]; readonly whole: boolean } {
  let changes = 0
  const shown: TextPart[] = []
  for (const [at, { kind, text }] of parts.entries()) {
    if (kind !== 'same') {
      shown.push({ kind, text: shortened(text, CHANGE - CONTEXT, CONTEXT) })
      continue
    }
    const [isFirst, isLast] = [at === 0, at === parts.length - 1]
    if (!isFirst) changes++
    const isEnough = changes === CHANGES
    shown.push({ kind, text: shortened(text, isFirst ? 0 : CONTEXT, isLast || isEnough ? 0 : CONTEXT) })
    if (isEnough) break
  }
  const length = (some: readonly TextPart[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  return { parts: shown, whole: shown.length === parts.length && length(shown) === length(parts) }
}

/** At most so many characters of the beginning and the end of a text. */
export function shortened(text: string, head: number, tail = 0): string {
  // Leaving out a few characters gains nothing.
  if (text.length <= head + tail + 10) return text
  const start = text.slice(0, boundary(text, head))
  const end = tail === 0 ? '' : text.slice(boundary(text, text.length - tail))
  return `${start}…${end}`
}

/** Names that were removed and added; null for the same names, in another order. */
export function listChange(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)]
  const removed = [...old].filter(name => !now.has(name))
  const added = [...now].filter(name => !old.has(name))
  return removed.length + added.length === 0 ? null : { removed, added }
}

/** Lengths of the common beginning and end, up to boundaries of words in both. */
function commonEnds(before: string, after: string): readonly [number, number] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  start = Math.min(boundary(before, start), boundary(after, start))
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [start, Math.min(endAfter(before, end), endAfter(after, end))]
}

/** Length of the end of a text that begins at a boundary of words, at most this one. */
function endAfter(text: string, length: number): number {
  const at = text.length - length
  const place = boundary(text, at)
  if (place === at) return length
  const next = WORDS.segment(text.slice(place, at + WINDOW))
    [Symbol.iterator]()
    .next()
  return next.done ? 0 : Math.max(0, text.length - place - next.value.segment.length)
}

/** The nearest boundary of words up to a place; of characters, in a word without an end. */
function boundary(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at
  const from = Math.max(0, at - WINDOW)
  const near = text.slice(from, at + WINDOW)
  const word = from + (WORDS.segment(near).containing(at - from)?.index ?? 0)
  if (at - word <= LONG_WORD) return word
  return from + (LETTERS.segment(near).containing(at - from)?.index ?? 0)
}

function compared(before: string, after: string): readonly TextPart[] {
  const replaced: readonly TextPart[] = [
    { kind: 'old', text: before },
    { kind: 'new', text: after },
  ]
  if (Math.max(before.length, after.length) > COMPARED) return replaced
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: EDITS })
  if (!changes) return replaced
  const parts = changes.map(
    ({ added, removed, value }): TextPart => ({
      kind: added ? 'new' : removed ? 'old' : 'same',
      text: value.join(''),
    }),
  )
  const same = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
  // Single words that two different texts happen to share are no help.
  return same * 4 < Math.max(before.length, after.length) ? replaced : parts
}

const wordsOf = (text: string) => [...WORDS.segment(text)].map(({ segment }) => segment)

/** A space or comma between two changes. */
const BARELY = /^[^\p{L}\p{N}]{1,3}$/u

/** Without empty parts; what was removed in one place comes before what was added there. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const all = parts.filter(({ text }) => text !== '')
  const out: TextPart[] = []
  let [old, now] = ['', '']
  const flush = () => {
    if (old) out.push({ kind: 'old', text: old })
    if (now) out.push({ kind: 'new', text: now })
    old = now = ''
  }
  for (const [at, { kind, text }] of all.entries()) {
    const isBetween = (old || now) && all[at + 1] !== undefined && all[at + 1]?.kind !== 'same' && BARELY.test(text)
    if (kind !== 'new' && (kind === 'old' || isBetween)) old += text
    if (kind !== 'old' && (kind === 'new' || isBetween)) now += text
    if (kind !== 'same' || isBetween) continue
    flush()
    out.push({ kind, text })
  }
  flush()
  return out
}
