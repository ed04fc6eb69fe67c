/** Words in lower case. */
export interface WordList {
  has(word: string): boolean
}

/** About 41,000 common and breached passwords. Loaded with the first new password. */
export async function breachedPasswords(): Promise<WordList> {
  const { default: text } = await import('./breached-passwords.txt', { with: { type: 'text' } })
  // One text takes a tenth of the memory of a set of words. Nothing, as a number without its digits, is common.
  return { has: word => word === '' || text.includes(`\n${word}\n`) }
}
