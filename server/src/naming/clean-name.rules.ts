import { numberInName } from './number-in-name'
import { CHAPTER_WORDS, OTHER_WORDS, VOLUME_WORDS } from './number-words'

/** What scanners and release groups write in brackets. `Digital Monsters` is part of a title. */
const RELEASE =
  /^(?:(?:hybrid[ -])?digital(?: ?[+-].*| (?:rip|[hs][dq]|c2c|empire|(?:deluxe )?edition|release|only|first|comics?|exclusive|omnibus|tpb|gn|scans?|fixed|colou?r(?:ed)?))?|(?:web|hd|bd)[ -]?(?:rip|dl)?|c2c|scan(?:s|ned|lation)?|raws?|rip(?:ped)?|[hl]q|f\d?|fixed|repack|proper|no ?ads|\d{3,4}px?|(?:\S+-)?(?:empire|dcp|minutemen|novus))$/i
const YEAR = /^(?:19|20)\d\d(?:-\d\d)?(?: ?[-–] ?(?:(?:19|20)\d\d)?)?$/
const COUNT = /^of \d{1,4}$/i
const WORDS_OF_NUMBERS = `${VOLUME_WORDS}|${CHAPTER_WORDS}|${OTHER_WORDS}|book`
/** `7`, `Part 2`. */
const NUMBERED = new RegExp(String.raw`^(?:${WORDS_OF_NUMBERS})?\.?\s*#?\d{1,3}(?:\.\d{1,3})?$`, 'i')
/** From a number with its kind to the end. */
const NUMBERED_REST = new RegExp(String.raw`\b(?:${WORDS_OF_NUMBERS})\.?\s*\d.*$`, 'i')
/** At the end of a name, and anywhere in it. */
const LAST_GROUP = /[([]([^()[\]]*)[)\]]$/
const GROUPS = /\s*[([]([^()[\]]*)[)\]]/g
/** `[Group] Series Ch. 42`. */
const FIRST_GROUP = /^\[([^[\]]*)\]\s*(?=\S)/
const WORDS = /\p{L}{2,}/u
/** Names of groups that translate or scan. */
const GROUP_NAME = /scan|team|groupe?\b|subs\b|raws?\b|translat|release/i
/** As groups write: with a chapter, a volume or a tag in brackets. */
const GROUP_STYLE = /[([]|\b(?:v|c|ch|vol)\.?\s*\d/i
/** File names are at most 255 bytes. */
const MAX_LENGTH = 300

/**
 * A file's name as a title: `Saga 001 (of 06) (2012) (Digital) (Zone-Empire)` is `Saga 001`, and `Saga_001` too. A
 * year stays where nothing else distinguishes the book: `Batman Annual (2016)`. A leading name in brackets stays if the
 * series' title has it: `[Rec] Genesis 01`.
 */
export function cleanName(stem: string, facts: NameFacts = {}): string {
  if (stem.length > MAX_LENGTH || !/[([_]/.test(stem)) return stem
  const spaced = /\s/.test(stem) ? stem : stem.replace(/_+/g, ' ').trim()
  const whole = withoutFirstGroup(spaced, facts)
  const { base, groups } = lastGroups(whole)
  const ofTitle = titleGroups(base, groups, facts.hasOtherEdition ?? false)
  const clean = `${withoutReleases(base)}${ofTitle}`.replace(/[\s_–-]+$/, '').trim()
  return /[\p{L}\p{N}]/u.test(clean) ? clean : stem
}

/** What a name means depends on these. */
export interface NameFacts {
  readonly seriesTitle?: string
  /** Outside all folders: no series says which brackets belong to the title. */
  readonly isLoose?: boolean
  /** Another file differs in the year only: the year is part of the title. */
  readonly hasOtherEdition?: boolean
}

/** The year in the last brackets of a name. */
export function yearOfName(stem: string): string | null {
  if (stem.length > MAX_LENGTH) return null
  return lastGroups(stem).groups.find(({ text }) => YEAR.test(text))?.text ?? null
}

/** A leading name in brackets goes if other words follow; a number or year stays. */
function withoutFirstGroup(name: string, { seriesTitle = '', isLoose = false }: NameFacts): string {
  const first = FIRST_GROUP.exec(name)
  const text = first?.[1]?.trim()
  if (!first || text === undefined || YEAR.test(text) || numberInName(text) !== null) return name
  if (seriesTitle.toLowerCase().includes(`[${text.toLowerCase()}]`)) return name
  const rest = name.slice(first[0].length)
  if (isLoose && !GROUP_NAME.test(text) && !GROUP_STYLE.test(rest)) return name
  return WORDS.test(lastGroups(rest).base.replace(NUMBERED_REST, '')) ? rest : name
}

interface Group {
  /** Between the brackets. */
  readonly text: string
  /** With its brackets and the spaces before. */
  readonly whole: string
}

function lastGroups(name: string): { readonly base: string; readonly groups: readonly Group[] } {
  let base = name.trimEnd()
  const groups: Group[] = []
  for (let match = LAST_GROUP.exec(base); match; match = LAST_GROUP.exec(base)) {
    const before = base.slice(0, match.index).trimEnd()
    groups.unshift({ text: match[1]?.trim() ?? '', whole: base.slice(before.length) })
    base = before
  }
  return { base, groups }
}

function withoutReleases(base: string): string {
  return base.replace(GROUPS, (group, text: string) => (RELEASE.test(text.trim()) ? '' : group))
}

/** Groups that belong to the title: those before the first tag of a release, and numbers. */
function titleGroups(base: string, groups: readonly Group[], keepsYear: boolean): string {
  const isNumbered = [base, ...groups.map(({ text }) => text)].some(
    text => NUMBERED.test(text) || numberInName(text) !== null,
  )
  const end = groups.findIndex(
    ({ text, whole }) =>
      RELEASE.test(text) || (isNumbered && (isGroupName(whole, text) || (!keepsYear && YEAR.test(text)))),
  )
  return groups
    .filter(({ text }, at) => end < 0 || at < end || NUMBERED.test(text) || (keepsYear && YEAR.test(text)))
    .filter(({ text }) => !COUNT.test(text))
    .map(({ whole }) => whole)
    .join('')
}

/** Only square brackets: in round ones, a team may be part of a title. */
const isGroupName = (whole: string, text: string) => whole.trimStart().startsWith('[') && GROUP_NAME.test(text)
