/** A position in a list by name: its initial letter, and the index of its first title. */
export type Letter = { readonly label: string; readonly index: number; readonly count: number }

type Grouped = { readonly group: string; readonly count: number }

/** Initial consonants of Korean syllables, in the order of Unicode. */
const choseong = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
/** First kana of each row of the Japanese table. */
const kanaRows = 'あかさたなはまやらわ'

/** The label of a first character: Korean by consonant, kana by row, other letters unchanged, digits and symbols as #. */
export function labelOf(first: string): string {
  const code = first.codePointAt(0) ?? 0
  if (code >= 0xac00 && code <= 0xd7a3) return choseong[Math.floor((code - 0xac00) / 588)] ?? first
  if (code >= 0x3041 && code <= 0x3096) return rowOf(code)
  // Katakana have the same order, offset by 96.
  if (code >= 0x30a1 && code <= 0x30f6) return String.fromCodePoint((rowOf(code - 96).codePointAt(0) ?? 0) + 96)
  if (/\p{L}/u.test(first)) return first.toLocaleUpperCase()
  return '#'
}

function rowOf(code: number): string {
  let row = kanaRows[0] ?? ''
  for (const kana of kanaRows) if (code >= (kana.codePointAt(0) ?? 0) - 1) row = kana
  return row
}

/** Converts groups in list order to positions; adjacent ones with the same label are joined. */
export function lettersOf(groups: readonly Grouped[], direction: 'asc' | 'desc'): Letter[] {
  const letters: Letter[] = []
  let index = 0
  for (const { group, count } of direction === 'asc' ? groups : groups.toReversed()) {
    const label = labelOf(group)
    const last = letters.at(-1)
    if (last?.label === label) letters[letters.length - 1] = { ...last, count: last.count + count }
    else letters.push({ label, index, count })
    index += count
  }
  return letters
}

/** Maximum number of labels: Chinese has thousands of first characters. Letters stay, then the most frequent ones. */
export function fitting(letters: readonly Letter[], most: number): readonly Letter[] {
  if (letters.length <= most) return letters
  const weight = ({ label, count }: Letter) => (/^[A-Z#]$/.test(label) ? Number.MAX_SAFE_INTEGER : count)
  const heaviest = letters.toSorted((a, b) => weight(b) - weight(a)).slice(0, Math.max(1, most))
  const shown = new Set(heaviest)
  return letters.filter(letter => shown.has(letter))
}

/** The label of an item. */
export function letterAt(letters: readonly Letter[], index: number): Letter | null {
  return letters.findLast(letter => letter.index <= index) ?? null
}
