import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import { type SourceGroup, sourceOrder } from '@octavo/contract/source-names'
import { emptyMetadata } from './empty-metadata'
import type { EmbeddedMetadata, Identifier, MetadataSource } from './facts'

type Member = Exclude<keyof EmbeddedMetadata, 'source' | 'saidBy'>

/** The group of each member: a group shares the source order configured in a library. */
const GROUP_OF: Readonly<Record<Member, SourceGroup>> = {
  title: 'names',
  titleSort: 'names',
  subtitle: 'names',
  originalTitle: 'names',
  originalYear: 'names',
  otherTitles: 'names',
  series: 'place',
  number: 'place',
  volume: 'place',
  count: 'place',
  seriesTitleSort: 'place',
  seriesYear: 'place',
  seriesGroups: 'place',
  alternateSeries: 'place',
  alternateNumber: 'place',
  alternateCount: 'place',
  authors: 'people',
  summary: 'prose',
  notes: 'prose',
  review: 'prose',
  scanInformation: 'prose',
  genres: 'labels',
  tags: 'labels',
  languageIso: 'labels',
  ageRating: 'labels',
  manga: 'labels',
  readingDirection: 'labels',
  blackAndWhite: 'labels',
  bookType: 'labels',
  formatDetail: 'labels',
  pageMarks: 'labels',
  publisher: 'publication',
  imprint: 'publication',
  year: 'publication',
  month: 'publication',
  day: 'publication',
  edition: 'publication',
  isbns: 'publication',
  characters: 'story',
  teams: 'story',
  locations: 'story',
  storyArcs: 'story',
  universes: 'story',
  reprints: 'story',
  mainCharacterOrTeam: 'story',
  identifiers: 'links',
  webLinks: 'links',
  web: 'links',
  communityRating: 'links',
  calibre: 'links',
  chapter: 'place',
  seriesPosition: 'place',
  seriesTotal: 'place',
  awards: 'publication',
  custom: 'links',
}

/** Members that belong together: all are taken from the first source with the first of them. */
const TOGETHER: readonly (readonly [Member, ...Member[]])[] = [
  ['year', 'month', 'day'],
  ['alternateSeries', 'alternateNumber', 'alternateCount'],
  ['webLinks', 'web'],
]
const LEADER = new Map(TOGETHER.flatMap(([first, ...others]) => others.map(other => [other, first] as const)))

const MEMBERS = Object.keys(GROUP_OF) as Member[]

/**
 * Merges the sources of a book: each member comes from the first source with a value. Null if no source is read. Ids
 * are taken from all sources, without duplicates.
 */
export function mergedMetadata(
  said: readonly EmbeddedMetadata[],
  choice: MetadataSourcesDto | null,
): EmbeddedMetadata | null {
  const general = inOrder(said, sourceOrder(choice))
  const [first] = general
  if (first === undefined) return null
  const taken: [Member, unknown][] = []
  const saidBy: Record<string, MetadataSource> = {}
  for (const member of MEMBERS) {
    const ordered = orderedFor(member, said, choice)
    const teller = tellerOf(member, ordered)
    if (teller === undefined) continue
    taken.push([member, member === 'identifiers' ? allOf(ordered) : teller[member]])
    if (teller.source !== first.source) saidBy[member] = teller.source
  }
  return { ...emptyMetadata(first.source), ...Object.fromEntries(taken), saidBy }
}

/** The values of one member by source, which one is taken, and why. */
export interface SaidMember {
  readonly member: Member
  readonly group: SourceGroup
  /** In order of precedence. */
  readonly said: readonly { readonly source: MetadataSource; readonly value: unknown }[]
  /** Null if none is taken: it belongs to a member from another source. */
  readonly used: MetadataSource | null
  readonly reason: 'only' | 'order' | 'group' | 'together' | 'all'
}

/** The values of a book's sources by member; empty members are left out. */
export function saidMembers(said: readonly EmbeddedMetadata[], choice: MetadataSourcesDto | null): SaidMember[] {
  return MEMBERS.flatMap((member): SaidMember[] => {
    const ordered = orderedFor(member, said, choice)
    const sayers = ordered.filter(source => isSaid(source[member]))
    if (sayers.length === 0) return []
    const group = GROUP_OF[member]
    const own = choice?.groups?.[group] ? 'group' : 'order'
    const reason =
      member === 'identifiers' ? 'all' : LEADER.has(member) ? 'together' : sayers.length === 1 ? 'only' : own
    const used = tellerOf(member, ordered)?.source ?? null
    return [{ member, group, said: sayers.map(each => ({ source: each.source, value: each[member] })), used, reason }]
  })
}

function orderedFor(member: Member, said: readonly EmbeddedMetadata[], choice: MetadataSourcesDto | null) {
  const group = GROUP_OF[member]
  return inOrder(said, choice?.groups?.[group] ? sourceOrder(choice, group) : sourceOrder(choice))
}

function tellerOf(member: Member, ordered: readonly EmbeddedMetadata[]): EmbeddedMetadata | undefined {
  const teller = ordered.find(source => isSaid(source[LEADER.get(member) ?? member]))
  return teller !== undefined && isSaid(teller[member]) ? teller : undefined
}

/** Ids of all sources, without duplicates. */
function allOf(ordered: readonly EmbeddedMetadata[]): readonly Identifier[] {
  const ids = ordered.flatMap(({ identifiers }) => identifiers)
  return [...new Map(ids.map(id => [`${id.of} ${id.source} ${id.id}`, id])).values()]
}

function inOrder(said: readonly EmbeddedMetadata[], order: readonly string[]): readonly EmbeddedMetadata[] {
  return order.flatMap(name => said.find(({ source }) => source === name) ?? [])
}

function isSaid(value: unknown): boolean {
  return value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)
}
