import { cleanLine, cutToBytes, nameKey, searchForm } from '../../../kernel/text'

/** All invisible characters, including joiners and variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** The limit of names in files. */
const NAME_BYTES = 1_000

/** A name as it is stored: single spaces, nothing invisible, bounded length. Empty if nothing visible is left. */
export function cleanName(text: string): string {
  const start = text.length > NAME_BYTES * 4 ? text.slice(0, NAME_BYTES * 4) : text
  const name = cleanLine(start.toWellFormed())
  return facetKey(name) === '' ? '' : cutToBytes(name, NAME_BYTES).trim()
}

/** The comparison key of names of a kind: ignores case, accents, width and invisible characters. */
export function facetKey(name: string): string {
  return nameKey(name.replace(IGNORABLE, ''))
}

/** A search text, to be compared with `searchFormOf` keys. */
export function foldedPart(text: string): string {
  return searchForm(text.replace(IGNORABLE, ''))
}
