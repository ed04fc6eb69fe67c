import { fold } from '../kernel/text'
import { userPattern } from './user-pattern'

const KINDS = 'volume|vol|v|chapter|ch|c|issue|part|episode|ep|book|tome|no'

/** Titles that say only which one it is: `Volume 3`, `Ch. 12.5`, `#4`, `07`. */
const GENERIC = new RegExp(String.raw`^(?:(?:${KINDS})?[.\s_]*#?\s*\d+(?:\.\d+)?|untitled|unknown)$`, 'i')

/**
 * Tells titles that say nothing, beyond those of everybody by a library's own patterns.
 * @throws BadRequest naming the pattern that is none
 */
export function genericTitles(additional: readonly string[]): (title: string) => boolean {
  const own = additional.map((source, index) => userPattern(`bookConfig.additionalGenericPatterns[${index}]`, source))
  return title => GENERIC.test(title) || own.some(pattern => pattern.match(title) !== null)
}

/** Not when it is only the name of the series, while the file's name says which book of it this is. */
export function saysMore(title: string, stem: string, seriesTitles: readonly (string | null)[]): boolean {
  const plain = plainText(title)
  const isSeriesName = seriesTitles.some(name => name !== null && plainText(name) === plain)
  return !isSeriesName || plainText(stem) === plain
}

/** Letters and digits only: `Pride-and-Prejudice` and `Pride and prejudice` are one. */
function plainText(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
