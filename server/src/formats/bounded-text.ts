import { isVisible } from '@octavo/contract/visible-text'
import { LIMITS } from '../kernel/limits'
import { cutToBytes, fold } from '../kernel/text'
import type { Cuts } from './cuts'
import { printable } from './problem'

/** A name without what a database refuses, of at most so many bytes as it is and folded. Empty if nothing of it can be seen. */
export function boundedName(text: string): string {
  const most = LIMITS.facts.nameBytes
  let name = boundedText(text, most)
  if (!isVisible(name)) return ''
  for (let folded = Buffer.byteLength(fold(name)); folded > most; folded = Buffer.byteLength(fold(name))) {
    // A letter may become many by folding: as much less as it is too long.
    name = cutToBytes(name, Math.floor((Buffer.byteLength(name) * most) / folded))
  }
  return name.trim()
}

/** A text of lines without what a database refuses. */
export function boundedText(text: string, bytes: number): string {
  // What is cut away is never looked at: it may be megabytes.
  const start = cutToBytes(text.slice(0, 2 * bytes).toWellFormed(), 2 * bytes)
  const lines = start.split('\n').map(printable)
  return cutToBytes(lines.join('\n').trim(), bytes)
}

/** A whole number within the bounds of its column, else null. */
export function boundedNumber(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && Math.abs(value) <= LIMITS.facts.number ? value : null
}

/** The first so many names, each once; what was cut is noted under the field. */
export function boundedNames(field: string, names: readonly string[], most: number, cuts: Cuts): readonly string[] {
  const first = names.slice(0, most)
  const bounded = first.map(boundedName)
  const isShorter = bounded.some((name, at) => name.length < (first[at] ?? '').trim().length)
  if (isShorter || names.length > most) cuts.set(field, { given: names.length, stored: first.length })
  return [...new Set(bounded)].filter(name => name !== '')
}
