/** What release groups add to file names: "(Digital)", "(Zone-Empire)", "[1080p]". "(Digital Monsters)" and "(Empire)" are titles. */
const TAGS = /\s*[([](?:[\w-]*-)?(?:digital|c2c|\w*scans?|webrip|\d{3,4}p|(?<=-)empire)(?:-[\w-]*)?[)\]]/giu
/** "v08", "Vol. 8", "c012". */
export const MARKED = /(?<![\p{L}\d])(?:v|vol|volume|c|ch|chapter)[.\s_]*\d+(?:\.\d+)?/giu

/** At the end of a name. */
const GROUP = /\[[^[\]]*\]\s*$/u

/** A title without tags of a release; null if it only repeats the series with a volume or chapter. */
export function ownTitle(given: string, seriesName: string): string | null {
  const title = given.replace(TAGS, '').trim() || given
  const rest = title.replace(seriesName, '')
  const left = rest.replace(MARKED, '')
  return left !== rest && !/\p{L}/u.test(left.replace(GROUP, '')) ? null : title
}
