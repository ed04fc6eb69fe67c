import { isVisible } from '@octavo/contract/visible-text'
import { LIMITS } from '../kernel/limits'
import { cutToBytes, fold } from '../kernel/text'
import type { Cuts } from './cuts'
import { printable, withoutOverrides } from './problem'

/**
 * A name without characters that a database rejects, limited in bytes both as it is and folded. Empty if nothing
 * visible is left.
 */
export function boundedName(text: string): string {
  const most = LIMITS.facts.nameBytes
  let name = boundedText(text.slice(0, 2 * most).replace(MARKS, ''), most)
  if (!isVisible(name)) return ''
  for (let folded = Buffer.byteLength(fold(name)); folded > most; folded = Buffer.byteLength(fold(name))) {
    // Folding may expand a letter: cuts by the excess.
    name = cutToBytes(name, Math.floor((Buffer.byteLength(name) * most) / folded))
  }
  return name.trim()
}

/** A text as written, without what is never stored: what is shorter than this was cut. */
export function storable(text: string): string {
  return withoutOverrides(text).replace(MARKS, '').trim()
}

/** Direction marks, which a text of several lines may need, but no name. */
const MARKS = /[\u061C\u200E\u200F]/g

/** Multi-line text without characters that a database rejects, or that reverse text. */
export function boundedText(text: string, bytes: number): string {
  // The rest is not scanned: it may be megabytes.
  const start = cutToBytes(text.slice(0, 2 * bytes).toWellFormed(), 2 * bytes)
  const lines = withoutOverrides(start).split('\n').map(printable)
  return cutToBytes(lines.join('\n').trim(), bytes)
}

/** A whole number within the limits of its column, else null. */
export function boundedNumber(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && Math.abs(value) <= LIMITS.facts.number ? value : null
}

/** The first names up to a limit, without duplicates; cuts are recorded under the field. */
export function boundedNames(field: string, names: readonly string[], most: number, cuts: Cuts): readonly string[] {
  const first = names.slice(0, most)
  const bounded = first.map(boundedName)
  const isShorter = bounded.some((name, at) => name.length < storable(first[at] ?? '').length)
  if (isShorter || names.length > most) cuts.set(field, { given: names.length, stored: first.length })
  return [...new Set(bounded)].filter(name => name !== '')
}
