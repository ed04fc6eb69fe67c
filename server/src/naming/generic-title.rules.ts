import { fold } from '../kernel/text'
import { CHAPTER_WORDS, OTHER_WORDS, VOLUME_WORDS } from './number-words'
import { userPattern } from './user-pattern'

/** Titles with only a number: `Volume 3`, `Ch. 12.5`, `#4`, `07`. */
const GENERIC = new RegExp(
  String.raw`^(?:(?:${VOLUME_WORDS}|${CHAPTER_WORDS}|${OTHER_WORDS}|book)?[.\s_]*#?\s*\d+(?:\.\d+)?|untitled|unknown)$`,
  'i',
)
/** What programs write into a PDF nobody gave a title: `Microsoft Word - Document1`, `Untitled-2`, `scan_07.indd`. */
const OF_PROGRAMS =
  /^(?:microsoft (?:word|excel|powerpoint)(?: - .*)?|powerpoint presentation|(?:document|book|presentation|untitled)[\s_-]?\d{1,3}|.*\.(?:docx?|odt|rtf|indd|qx[dp]|pub|pptx?|xlsx?|tex|dvi|ps|pdf|epub|mobi|azw3?|cb[zr7t]|txt|html?))$/i

/**
 * Detects meaningless titles, by default patterns and a library's own.
 * @throws BadRequest naming the invalid pattern
 */
export function genericTitles(additional: readonly string[]): (title: string) => boolean {
  const own = additional.map((source, index) => userPattern(`bookConfig.additionalGenericPatterns[${index}]`, source))
  return title => GENERIC.test(title) || isOfProgram(title) || own.some(pattern => pattern.match(title) !== null)
}

/** What a program wrote into a file that nobody gave a title. */
export const isOfProgram = (title: string) => OF_PROGRAMS.test(title)

/** Not if it is only the name of the series, while the file's name has the number. */
export function saysMore(title: string, stem: string, seriesTitles: readonly (string | null)[]): boolean {
  const plain = plainText(title)
  const isSeriesName = seriesTitles.some(name => name !== null && plainText(name) === plain)
  return !isSeriesName || plainText(stem) === plain || !/\d/.test(stem)
}

/** Letters and digits only, so that `Pride-and-Prejudice` equals `Pride and prejudice`. */
function plainText(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
