import { numberInName } from './number-in-name'

/** What scanners and release groups write in brackets. */
const RELEASE =
  /^(?:(?:hybrid[ -])?digital(?:[ +-].*)?|(?:web|hd|bd)[ -]?(?:rip|dl)?|c2c|scan(?:s|ned|lation)?|raws?|rip(?:ped)?|[hl]q|f\d?|fixed|repack|proper|no ?ads|\d{3,4}px?|(?:\S+-)?(?:empire|dcp|minutemen|novus))$/i
const YEAR = /^(?:19|20)\d\d(?:-\d\d)?(?: ?[-–] ?(?:(?:19|20)\d\d)?)?$/
const COUNT = /^of \d{1,4}$/i
const NUMBER = /^\d{1,3}(?:\.\d{1,3})?$/
/** At the end of a name, and anywhere in it. */
const LAST_GROUP = /\s*[([]([^()[\]]*)[)\]]\s*$/
const GROUPS = /\s*[([]([^()[\]]*)[)\]]/g
/** `[Group] Series Ch. 42`. */
const FIRST_GROUP = /^\[[^[\]]*\]\s*(?=\S)/
const WORDS = /\p{L}{2,}/u
/** File names are at most 255 bytes. */
const MAX_LENGTH = 300

/**
 * A file's name as a title: `Saga 001 (of 06) (2012) (Digital) (Zone-Empire)` is `Saga 001`, and `Saga_001` too. A
 * year stays where nothing else distinguishes the book: `Batman Annual (2016)`.
 */
export function cleanName(stem: string): string {
  if (stem.length > MAX_LENGTH || !/[([_]/.test(stem)) return stem
  const spaced = /\s/.test(stem) ? stem : stem.replace(/_+/g, ' ').trim()
  const whole = withoutFirstGroup(spaced)
  const { base, groups } = lastGroups(whole)
  const clean = `${withoutReleases(base)}${titleGroups(base, groups)}`.replace(/[\s_–-]+$/, '').trim()
  return /[\p{L}\p{N}]/u.test(clean) ? clean : stem
}

/** A leading name in brackets goes if other words follow. */
function withoutFirstGroup(name: string): string {
  const rest = name.replace(FIRST_GROUP, '')
  const { base } = lastGroups(rest)
  const words = base.replace(/\b(?:v|vol|volume|c|ch|chapter)\.?\s*\d.*$/i, '')
  return WORDS.test(words) ? rest : name
}

function lastGroups(name: string): { readonly base: string; readonly groups: readonly string[] } {
  let base = name
  const groups: string[] = []
  for (let match = LAST_GROUP.exec(base); match; match = LAST_GROUP.exec(base)) {
    groups.unshift(match[1]?.trim() ?? '')
    base = base.slice(0, match.index)
  }
  return { base, groups }
}

function withoutReleases(base: string): string {
  return base.replace(GROUPS, (group, text: string) => (RELEASE.test(text.trim()) ? '' : group))
}

/** Groups that belong to the title: those before the first tag of a release, and a number. */
function titleGroups(base: string, groups: readonly string[]): string {
  const isNumbered = [base, ...groups].some(text => NUMBER.test(text) || numberInName(text) !== null)
  const isTag = (group: string) => RELEASE.test(group) || (isNumbered && YEAR.test(group))
  const end = groups.findIndex(isTag)
  return groups
    .filter((group, at) => (end < 0 || at < end || NUMBER.test(group)) && !COUNT.test(group))
    .map(group => ` (${group})`)
    .join('')
}
