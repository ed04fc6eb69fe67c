/** Text made comparable: letter case, accents and runs of white space do not count. */
export interface Folded {
  readonly text: string
  /** For every character of `text` its place in the original; one more for the end. */
  readonly origin: Uint32Array
}

export function fold(original: string): Folded {
  const text: string[] = []
  const origin: number[] = []
  let at = 0
  let space = true
  for (const character of original) {
    if (/\s/.test(character)) {
      if (!space) {
        text.push(' ')
        origin.push(at)
      }
      space = true
    } else {
      const plain = foldCharacter(character)
      for (const unit of plain) for (let n = 0; n < unit.length; n++) origin.push(at)
      text.push(plain)
      if (plain !== '') space = false
    }
    at += character.length
  }
  origin.push(at)
  return { text: text.join(''), origin: Uint32Array.from(origin) }
}

function foldCharacter(character: string): string {
  return character
    .normalize('NFKD')
    .replace(/\p{Mn}|\u00ad|\u200b/gu, '')
    .toLowerCase()
}

/** Places in the original where `query` occurs. */
export function findAll(folded: Folded, query: string, most = 500): { readonly start: number; readonly end: number }[] {
  const wanted = fold(query).text.trim()
  const found: { start: number; end: number }[] = []
  if (wanted === '') return found
  for (let at = folded.text.indexOf(wanted); at !== -1; at = folded.text.indexOf(wanted, at + wanted.length)) {
    found.push({ start: folded.origin[at] ?? 0, end: folded.origin[at + wanted.length] ?? 0 })
    if (found.length === most) break
  }
  return found
}

/** The occurrence of `query` nearest to `near`, a place in the original; null when there is none. */
export function findNearest(folded: Folded, query: string, near: number): number | null {
  let best: number | null = null
  for (const { start } of findAll(folded, query)) {
    if (best === null || Math.abs(start - near) < Math.abs(best - near)) best = start
  }
  return best
}
