/** What release groups add to file names: "(Digital)", "(Zone-Empire)", "[1080p]". "(Digital Monsters)" is a title. */
const TAGS = /\s*[([][\w-]*(?:digital|c2c|scans?|empire|webrip|\d{3,4}p)[\w-]*[)\]]/giu
/** "v08", "Vol. 8", "c012". */
const MARKED = /(?<![\p{L}\d])(?:v|vol|volume|c|ch|chapter)[.\s_]*\d+(?:\.\d+)?/giu

/** At the end of a name. */
const GROUP = /\[[^[\]]*\]\s*$/u

/** A title without tags of a release; null if it only repeats the series with a volume or chapter. */
export function ownTitle(given: string, seriesName: string): string | null {
  const title = given.replace(TAGS, '').trim() || given
  const rest = title.replace(seriesName, '')
  const left = rest.replace(MARKED, '')
  return left !== rest && !/\p{L}/u.test(left.replace(GROUP, '')) ? null : title
}

/** The last volume and chapter in a name that {@link ownTitle} has found to be only numbers. */
export function numberInName(name: string): { volume: number | null; chapter: number | null } {
  const numbers = { volume: null as number | null, chapter: null as number | null }
  for (const [mark] of name.matchAll(MARKED)) {
    const kind = /^v/i.test(mark) ? 'volume' : 'chapter'
    numbers[kind] = Number(mark.replace(/^[\p{L}.\s_]+/u, ''))
  }
  return numbers.chapter === null ? numbers : { ...numbers, volume: null }
}
