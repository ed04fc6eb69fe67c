import { fold } from '../../kernel/text'

const KINDS = 'volume|vol|v|chapter|ch|c|issue|part|episode|ep|book|tome|no'

/** Titles that say only which one it is: `Volume 3`, `Ch. 12.5`, `#4`, `07`. */
const GENERIC = new RegExp(String.raw`^(?:(?:${KINDS})?[.\s_]*#?\s*\d+(?:\.\d+)?|untitled|unknown)$`, 'i')

/**
 * The title from inside the file when it says more than the file name. It does not when it is only a number, or only
 * the name of the series while the file name says which book of it this is.
 */
export function bookTitle(stem: string, inside: string | null, seriesTitles: readonly (string | null)[]): string {
  const title = inside?.replace(/\s+/g, ' ').trim()
  if (!title || GENERIC.test(title)) return stem
  const plain = plainText(title)
  const isSeriesName = seriesTitles.some(name => name !== null && plainText(name) === plain)
  return isSeriesName && plainText(stem) !== plain ? stem : title
}

/** Letters and digits only: `Pride-and-Prejudice` and `Pride and prejudice` are one. */
function plainText(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
