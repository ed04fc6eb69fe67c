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
  return fewestSlips([...typed], [...word].slice(0, [...typed].length + most)) <= most
}

/** The minimum number of edits between a word and any prefix of another (optimal string alignment). */
function fewestSlips(typed: readonly string[], word: readonly string[]): number {
  let before: number[] = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    for (let column = 1; column <= word.length; column++) {
      const same = typed[row - 1] === word[column - 1]
      let least = Math.min(at(above, column) + 1, at(line, column - 1) + 1, at(above, column - 1) + (same ? 0 : 1))
      const exchanged =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (exchanged) least = Math.min(least, at(before, column - 2) + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return Math.min(...above)
}

function at(line: readonly number[], column: number): number {
  return line[column] ?? Number.POSITIVE_INFINITY
}
