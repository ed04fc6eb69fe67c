import type { SeriesFileFactsDto } from '@octavo/contract/file-facts'
import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { SeriesFile, WideFacts } from '../../../formats/facts'
import { wideFactsOf } from '../../../formats/wide-facts'

/** Limits of shown names and of books read. */
const MOST_NAMES = 2_000
const MOST_BOOKS = 200

const MEMBERS = {
  character: 'characters',
  team: 'teams',
  location: 'locations',
  story_arc: 'storyArcs',
} as const

/** Metadata of a series' files beyond its columns; the caller has checked access. Two statements. */
export async function saidOfSeries(reader: Reader, seriesPk: number): Promise<SeriesFileFactsDto> {
  const [names, facts] = await Promise.all([namesOf(reader, seriesPk), factsOf(reader, seriesPk)])
  const ofFile: Partial<SeriesFile> = JSON.parse(facts.series ?? '{}')
  const ofBooks = facts.books.map(wideFactsOf)
  const { name: fileName, format, publicationRun, collects } = ofFile
  const identifiers = ofBooks.flatMap(book => book.identifiers.filter(({ of }) => of === 'series'))
  return saidOnly({
    ...names,
    otherTitles: all(ofBooks, book => book.otherTitles),
    seriesGroups: all(ofBooks, book => book.seriesGroups),
    universes: all(ofBooks, book => book.universes),
    identifiers: eachOnce([...(ofFile.identifiers ?? []), ...identifiers]),
    ...{ fileName, format, publicationRun, collects },
  })
}

/** Empty members are left out. */
function saidOnly(said: { readonly [Name in keyof SeriesFileFactsDto]: unknown }): SeriesFileFactsDto {
  const isSaid = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(said).filter(([, value]) => isSaid(value)))
}

function all<T>(books: readonly WideFacts[], of: (book: WideFacts) => readonly T[]): readonly T[] {
  return eachOnce(books.flatMap(of))
}

function eachOnce<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()]
}

type Names = Record<(typeof MEMBERS)[keyof typeof MEMBERS], string[]>

async function namesOf(reader: Reader, seriesPk: number): Promise<Names> {
  const kinds = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]
  const rows = await reader.query
    .selectFrom('series_facets')
    .innerJoin('facets', 'facets.pk', 'series_facets.facet_pk')
    .select(['facets.kind', 'facets.name'])
    .where('series_facets.series_pk', '=', seriesPk)
    .where('facets.kind', 'in', kinds)
    .orderBy('facets.name_key')
    .limit(MOST_NAMES)
    .$narrowType<{ kind: keyof typeof MEMBERS }>()
    .execute()
  const names: Names = { characters: [], teams: [], locations: [], storyArcs: [] }
  for (const { kind, name } of rows) names[MEMBERS[kind]].push(name)
  return names
}

async function factsOf(reader: Reader, seriesPk: number) {
  const series = await reader.query
    .selectFrom('series')
    .select('file_metadata')
    .where('pk', '=', seriesPk)
    .executeTakeFirst()
  const books = await reader.query
    .selectFrom('books')
    .innerJoin('book_metadata', 'book_metadata.book_pk', 'books.pk')
    .select(sql<string>`book_metadata.facts`.as('facts'))
    .where('books.series_pk', '=', seriesPk)
    .where(sql<boolean>`not books.deleted`)
    .where('book_metadata.facts', 'is not', null)
    .orderBy('books.number')
    .orderBy('books.pk')
    .limit(MOST_BOOKS)
    .execute()
  return { series: series?.file_metadata ?? null, books: books.map(({ facts }) => facts) }
}
