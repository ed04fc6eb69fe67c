import { isVisible } from '@octavo/contract/visible-text'
import { cleanLine } from '../kernel/text'

const UNCLEAN = /[\p{Cc}\p{Cf}\u2028\u2029]/u

/** The name of a file or folder as people read it; empty if has no visible characters. */
export function shownName(name: string): string {
  // Few names need it, and a scan has many.
  const clean = UNCLEAN.test(name) ? cleanLine(name) : name
  return isVisible(clean) ? clean : ''
}
