const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'junior', 'senior', 'phd', 'md'])
/** A name with one of these words is that of a company or group. */
const GROUPS = new Set(
  'agency club co company comics committee corporation council entertainment games inc institute ltd media national press publishing society software studio studios team'.split(
    ' ',
  ),
)
/** Scripts in which the surname comes first. */
const SURNAME_FIRST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * The sort form of a person's name, surname first: `Alan Moore` gives `Moore, Alan`. Single words, names with a comma,
 * names of groups, and those in Chinese, Japanese or Korean script stay. The rules are calibre's for authors.
 */
export function surnameFirst(name: string): string {
  const words = name
    .replace(/[([{].*?[)\]}]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const plain = (word: string) => word.toLowerCase().replace(/[.,]/g, '')
  if (words.length < 2 || name.includes(',') || SURNAME_FIRST.test(name)) return name
  if (words.some(word => GROUPS.has(plain(word)))) return name
  const last = words.findLastIndex(word => !SUFFIXES.has(plain(word)))
  if (last < 1) return name
  const suffix = words.slice(last + 1)
  return [`${words[last]},`, ...words.slice(0, last), ...suffix].join(' ')
}
