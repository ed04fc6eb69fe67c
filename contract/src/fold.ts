const MARKS = /\p{M}+/gu

/** Lower case, decomposed, without accents and width: `Élan` and `ＥＬＡＮ` equal `elan`. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase()
}

/** Letters that Unicode does not decompose, as ICU's search equates them; ı as well, which few keyboards have. */
export const SEARCH_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
}
const LETTERS = new RegExp(`[${Object.keys(SEARCH_LETTERS).join('')}]`, 'g')

/** The form in which texts are searched: `Straße` equals `strasse`. A change needs a migration of what is stored. */
export function foldForSearch(text: string): string {
  return withoutAccents(text).replace(LETTERS, letter => SEARCH_LETTERS[letter] ?? letter)
}
