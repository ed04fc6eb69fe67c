import { alternateTitlesOf } from '../../features/catalogue/alternate-titles'
import { externalOf } from '../../features/catalogue/external'
import { metadataOfSeries } from '../../features/catalogue/metadata'
import { sharingByName } from '../../features/people/sharing-tags'
import type { Asked } from './asked'
import { languageOf, type PartialDate, type PersonModel, peopleOf, textsOf } from './book-model'

/** A page about a book or series at another site. */
export interface LinkModel {
  readonly label: string
  readonly url: string
}

/** Details of the page of one series. */
export interface SeriesDetails {
  readonly alternateTitles: readonly { readonly label: string; readonly title: string }[]
  readonly links: readonly LinkModel[]
  /** For administrators; empty for others. */
  readonly sharingTags: readonly string[]
  readonly ofBooks: GatheredMetadata
}

/** Metadata of the books of a series. */
export interface GatheredMetadata {
  /** Each name and role once, by the order of the books. */
  readonly authors: readonly PersonModel[]
  readonly tags: readonly string[]
  /** Of the first book that has one. */
  readonly language: string | null
  readonly summary: { readonly text: string; readonly number: number | null } | null
  /** The earliest date. */
  readonly released: PartialDate | null
}

export const NO_DETAILS: SeriesDetails = {
  ...{ alternateTitles: [], links: [], sharingTags: [] },
  ofBooks: { authors: [], tags: [], language: null, summary: null, released: null },
}

/** Limits people and tags of one series. */
const MOST_NAMES = 2_000

/** Of a series; the caller has checked access. */
export async function seriesDetails(
  { reader, viewer }: Asked,
  series: { readonly pk: number; readonly id: string },
): Promise<SeriesDetails> {
  const [titles, links, tags, ofBooks] = await Promise.all([
    alternateTitlesOf(reader, series),
    linksOf({ reader, viewer }, 'series', series.pk),
    viewer.permissions.has('system-admin') ? sharingByName.tagsOfSeries(reader, series.pk) : [],
    gatheredMetadata({ reader, viewer }, series.pk),
  ])
  const alternateTitles = titles.map(({ label, title }) => ({ label, title }))
  return { alternateTitles, links, sharingTags: tags.map(({ name }) => name), ofBooks }
}

async function gatheredMetadata({ reader }: Asked, pk: number): Promise<GatheredMetadata> {
  const [rows, first] = await Promise.all([
    metadataOfSeries.sharedMetadataOf(reader, pk),
    metadataOfSeries.firstSummaryOf(reader, pk),
  ])
  const people = [...new Set(rows.map(({ authors }) => authors))].flatMap(peopleOf)
  const dates = rows.flatMap(({ released }) => released ?? [])
  return {
    authors: eachPersonOnce(people).slice(0, MOST_NAMES),
    tags: [...new Set([...new Set(rows.map(({ tags }) => tags))].flatMap(textsOf))].slice(0, MOST_NAMES),
    language: rows.map(row => languageOf(row.language)).find(language => language !== null) ?? null,
    summary: first && { text: first.summary, number: first.number },
    released: dates.length === 0 ? null : dateOf(dates.reduce((a, b) => Math.min(a, b))),
  }
}

function eachPersonOnce(people: readonly PersonModel[]): readonly PersonModel[] {
  return [...new Map(people.map(person => [JSON.stringify([person.name, person.role]), person])).values()]
}

/** Of 20260131, whose unknown parts are 0. */
function dateOf(date: number): PartialDate | null {
  const [year, month, day] = [Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100]
  return year < 1 ? null : { year, month: month || null, day: month && day ? day : null }
}

/** Of a book or series; the caller has checked access. */
export async function linksOf({ reader }: Asked, of: 'book' | 'series', pk: number): Promise<LinkModel[]> {
  const rows = (await externalOf(reader, 'external_links', of, [pk])).get(pk) ?? []
  return rows.map(({ source, url }) => ({ label: source, url }))
}
