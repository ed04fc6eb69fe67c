import { errorsToPrefixes } from '@octavo/contract/typing-errors'

/**
 * Whether two words differ by one typo: an added, missing, wrong or swapped letter; two typos in words of eight letters
 * or more. The other word may be longer.
 */
export function isNear(typed: string, word: string): boolean {
  const most = typed.length >= 8 ? 2 : 1
  if (word.length < typed.length - most) return false
  // Each letter that the other word does not have is one typo at least: this rules out most words quickly.
  let missing = 0
  for (const letter of typed) if (!word.includes(letter) && ++missing > most) return false
  return Math.min(...errorsToPrefixes(typed, word.slice(0, typed.length + most))) <= most
}
