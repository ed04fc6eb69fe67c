import { cutToBytes, fold, nameKey } from '../../../kernel/text'

/** Spaces of any kind, and control characters, which show as nothing or as a space. */
const SPACES = /[\s\p{Cc}]+/gu
/** Invisible characters that change nothing but the direction of text around them; joiners, which shape letters, stay. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
/** All that is never shown, joiners and variants too. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** As long as the name that a file may say. */
const NAME_BYTES = 1_000

/** A name as it is stored: spaces as one, nothing invisible, of bounded length. Empty if nothing of it can be seen. */
export function cleanName(text: string): string {
  const start = text.length > NAME_BYTES * 4 ? text.slice(0, NAME_BYTES * 4) : text
  const name = start.toWellFormed().replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  return facetKey(name) === '' ? '' : cutToBytes(name, NAME_BYTES).trim()
}

/** What names of a kind are equal by: without regard to case, accents, width and what is not shown. */
export function facetKey(name: string): string {
  return nameKey(name.replace(IGNORABLE, ''))
}

/** A part of a name as it is looked for in keys. */
export function foldedPart(text: string): string {
  return fold(text.replace(IGNORABLE, ''))
}
