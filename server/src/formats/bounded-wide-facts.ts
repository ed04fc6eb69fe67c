import { LIMITS } from '../kernel/limits'
import { boundedName, boundedNames, boundedNumber, boundedText } from './bounded-text'
import type { Cuts } from './cuts'
import { inRange } from './empty-metadata'
import type { CalibreValue, WideFacts } from './facts'

const { names: mostNames, mentions, pageMarks, notesBytes, customBytes, addressBytes, codeBytes } = LIMITS.facts

/** Wide facts with bounded text and lists; cuts are recorded. */
export function boundedWideFacts(facts: WideFacts, cuts: Cuts): WideFacts {
  const text = (field: string, value: string | null, bytes: number) => {
    const bounded = value && boundedText(value, bytes)
    if (bounded && bounded.length < (value ?? '').trim().length) cuts.set(field, { given: value?.length ?? 0 })
    return bounded || null
  }
  const first = <T>(field: string, values: readonly T[], most: number): readonly T[] => {
    if (values.length > most) cuts.set(field, { given: values.length, stored: most })
    return values.slice(0, most)
  }
  const names = (field: string, values: readonly string[], most: number) => boundedNames(field, values, most, cuts)
  const rating = facts.communityRating
  return {
    titleSort: facts.titleSort && (boundedName(facts.titleSort) || null),
    characters: names('characters', facts.characters, mostNames),
    teams: names('teams', facts.teams, mostNames),
    locations: names('locations', facts.locations, mostNames),
    storyArcs: first('story arcs', facts.storyArcs, mentions).flatMap(({ name, number }) => {
      const arc = { name: boundedName(name), number: number && (boundedText(number, codeBytes) || null) }
      return arc.name === '' ? [] : [arc]
    }),
    universes: names('universes', facts.universes, mentions),
    reprints: names('reprints', facts.reprints, mentions),
    seriesGroups: names('series groups', facts.seriesGroups, mentions),
    alternateSeries: facts.alternateSeries && (boundedName(facts.alternateSeries) || null),
    alternateNumber: facts.alternateNumber && (boundedText(facts.alternateNumber, codeBytes) || null),
    alternateCount: boundedNumber(facts.alternateCount),
    seriesTitleSort: facts.seriesTitleSort && (boundedName(facts.seriesTitleSort) || null),
    seriesYear: facts.seriesYear === null ? null : inRange(facts.seriesYear, 1, 9999),
    otherTitles: first('other titles', facts.otherTitles, mentions).flatMap(({ label, title }) => {
      const other = { label: boundedText(label, codeBytes), title: boundedName(title) }
      return other.title === '' ? [] : [other]
    }),
    mainCharacterOrTeam: facts.mainCharacterOrTeam && (boundedName(facts.mainCharacterOrTeam) || null),
    notes: text('notes', facts.notes, notesBytes),
    scanInformation: text('scan information', facts.scanInformation, notesBytes),
    review: text('review', facts.review, notesBytes),
    communityRating: rating !== null && rating >= 0 && rating <= 5 ? rating : null,
    // A truncated id or address is useless.
    identifiers: first('identifiers', facts.identifiers, mentions).filter(
      ({ source, id }) => isWhole(source, codeBytes) && isWhole(id, codeBytes),
    ),
    webLinks: first('links', facts.webLinks, mentions).filter(link => isWhole(link, addressBytes)),
    pageMarks: first('pages', facts.pageMarks, pageMarks).map(({ page, type, isDouble, bookmark }) => {
      return { page, isDouble, type: type && boundedText(type, codeBytes), bookmark: bookmark && boundedName(bookmark) }
    }),
    calibre: boundedColumns(facts.calibre, cuts),
    chapter: facts.chapter,
    seriesPosition: facts.seriesPosition,
    seriesTotal: boundedNumber(facts.seriesTotal),
    awards: first('awards', facts.awards, LIMITS.facts.awards).flatMap(({ name, category, ...award }) => {
      const bounded = { ...award, name: boundedName(name), category: category && (boundedName(category) || null) }
      return bounded.name === '' ? [] : [bounded]
    }),
    custom: Buffer.byteLength(JSON.stringify(facts.custom)) > LIMITS.metadata.customBytes ? {} : facts.custom,
    saidBy: facts.saidBy,
  }
}

function isWhole(text: string, bytes: number): boolean {
  return text !== '' && boundedText(text, bytes) === text
}

/** The first columns that fit together, none of them truncated. */
function boundedColumns(columns: WideFacts['calibre'], cuts: Cuts): WideFacts['calibre'] {
  const given = Object.entries(columns)
  const fitting = new Map<string, CalibreValue>()
  let left: number = customBytes
  for (const [name, value] of given) {
    const column = boundedName(name)
    const cleaned = cleanColumn(value)
    const bytes = Buffer.byteLength(JSON.stringify([column, cleaned]))
    if (column === '' || bytes > left) continue
    left -= bytes
    fitting.set(column, cleaned)
  }
  if (fitting.size < given.length) cuts.set('custom columns', { given: given.length, stored: fitting.size })
  return Object.fromEntries(fitting)
}

function cleanColumn(value: CalibreValue): CalibreValue {
  if (typeof value === 'string') return boundedText(value, customBytes)
  return typeof value === 'object' ? value.slice(0, mostNames).map(each => boundedText(each, customBytes)) : value
}
