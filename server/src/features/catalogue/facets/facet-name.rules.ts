import { cutToBytes, fold, nameKey } from '../../../kernel/text'

/** Whitespace and control characters, which show as nothing or as a space. */
const SPACES = /[\s\p{Cc}]+/gu
/** Invisible characters that only control text direction; joiners, which shape letters, stay. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
/** All invisible characters, including joiners and variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** The limit of names in files. */
const NAME_BYTES = 1_000

/** A name as it is stored: single spaces, nothing invisible, bounded length. Empty if nothing visible is left. */
export function cleanName(text: string): string {
  const start = text.length > NAME_BYTES * 4 ? text.slice(0, NAME_BYTES * 4) : text
  const name = start.toWellFormed().replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  return facetKey(name) === '' ? '' : cutToBytes(name, NAME_BYTES).trim()
}

/** The comparison key of names of a kind: ignores case, accents, width and invisible characters. */
export function facetKey(name: string): string {
  return nameKey(name.replace(IGNORABLE, ''))
}

/** A search text in the form of keys. */
export function foldedPart(text: string): string {
  return fold(text.replace(IGNORABLE, ''))
}
