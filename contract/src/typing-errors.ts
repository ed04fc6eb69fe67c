import { distance } from 'fastest-levenshtein'

/** How many typing errors lie between two words. Two letters in the wrong order are one; by edits alone they would be two. */
export function typingErrors(typed: string, word: string): number {
  const edits = distance(typed, word)
  return edits === 2 && sorted(typed) === sorted(word) ? 1 : edits
}

const sorted = (word: string) => [...word].sort().join('')
