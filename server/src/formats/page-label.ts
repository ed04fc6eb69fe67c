import { createHash } from 'node:crypto'
import { LIMITS } from '../kernel/limits'
import { cutToBytes } from '../kernel/text'
import { printable } from './problem'

const HASH_LENGTH = 12
/** Minimum length of labels in bytes, so that they stay distinct. */
const FEWEST_BYTES = 40

/** The stored name of a page: a displayable label of limited length. */
export function pageLabel(name: string, bytes: number): string {
  const shown = printable(name)
  if (shown.length * 3 <= bytes || Buffer.byteLength(shown) <= bytes) return shown
  const beginning = cutToBytes(shown, Math.max(FEWEST_BYTES, bytes) - HASH_LENGTH - 1)
  return `${beginning}~${hashOf(shown)}`
}

/** Bytes per name, so that all names together stay within their limit. */
export function bytesPerLabel(pages: number): number {
  const { pageNamesBytes, pageNameBytes } = LIMITS.facts
  return Math.min(pageNameBytes, Math.floor(pageNamesBytes / Math.max(1, pages)))
}

/** Whether a stored label belongs to an entry with this name. */
export function isLabelOf(label: string, name: string): boolean {
  const shown = printable(name)
  if (shown === label) return true
  const at = label.length - HASH_LENGTH - 1
  return at > 0 && label[at] === '~' && shown.startsWith(label.slice(0, at)) && label.slice(at + 1) === hashOf(shown)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}
