import { createHash } from 'node:crypto'
import { LIMITS } from '../kernel/limits'
import { cutToBytes } from '../kernel/text'
import { printable } from './problem'

const HASH_LENGTH = 12
/** Labels have at least so many bytes, so that they stay distinct. */
const FEWEST_BYTES = 40

/** The name of a page as it is stored: a label that can be shown, of at most so many bytes. */
export function pageLabel(name: string, bytes: number): string {
  const shown = printable(name)
  if (shown.length * 3 <= bytes || Buffer.byteLength(shown) <= bytes) return shown
  const beginning = cutToBytes(shown, Math.max(FEWEST_BYTES, bytes) - HASH_LENGTH - 1)
  return `${beginning}~${hashOf(shown)}`
}

/** Bytes that each of so many names may have, so that all together stay within their bound. */
export function bytesPerLabel(pages: number): number {
  const { pageNamesBytes, pageNameBytes } = LIMITS.facts
  return Math.min(pageNameBytes, Math.floor(pageNamesBytes / Math.max(1, pages)))
}

/** Whether a stored label is that of an entry of this name. */
export function isLabelOf(label: string, name: string): boolean {
  const shown = printable(name)
  if (shown === label) return true
  const at = label.length - HASH_LENGTH - 1
  return at > 0 && label[at] === '~' && shown.startsWith(label.slice(0, at)) && label.slice(at + 1) === hashOf(shown)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}
