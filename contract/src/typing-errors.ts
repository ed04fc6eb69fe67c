/** How many typing errors lie between two words: added, missing, wrong and swapped letters. */
export function typingErrors(typed: string, word: string): number {
  return errorsToPrefixes(typed, word).at(-1) ?? 0
}

/** The same for each prefix of the word, from the empty one to the whole word (optimal string alignment). */
export function errorsToPrefixes(typed: string, word: string): readonly number[] {
  const letters = [...word]
  let before: readonly number[] = []
  let above: readonly number[] = [...letters.keys(), letters.length]
  let last = ''
  for (const letter of typed) {
    const line = [at(above, 0) + 1]
    for (const [index, other] of letters.entries()) {
      const wrong = at(above, index) + (letter === other ? 0 : 1)
      const isSwapped = letter === letters[index - 1] && last === other
      const swapped = isSwapped ? at(before, index - 1) + 1 : wrong
      line.push(Math.min(at(above, index + 1) + 1, at(line, index) + 1, wrong, swapped))
    }
    before = above
    above = line
    last = letter
  }
  return above
}

function at(line: readonly number[], index: number): number {
  return line[index] ?? Number.POSITIVE_INFINITY
}
