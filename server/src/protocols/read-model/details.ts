import { alternateTitlesOf } from '../../features/catalogue/alternate-titles'
import { externalOf } from '../../features/catalogue/external'
import { sharingByName } from '../../features/people/sharing-tags'
import type { Asked } from './asked'

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
}

export const NO_DETAILS: SeriesDetails = { alternateTitles: [], links: [], sharingTags: [] }

/** Of a series; the caller has checked access. */
export async function seriesDetails(
  { reader, viewer }: Asked,
  series: { readonly pk: number; readonly id: string },
): Promise<SeriesDetails> {
  const [titles, links, tags] = await Promise.all([
    alternateTitlesOf(reader, series),
    linksOf({ reader, viewer }, 'series', series.pk),
    viewer.permissions.has('system-admin') ? sharingByName.tagsOfSeries(reader, series.pk) : [],
  ])
  const alternateTitles = titles.map(({ label, title }) => ({ label, title }))
  return { alternateTitles, links, sharingTags: tags.map(({ name }) => name) }
}

/** Of a book or series; the caller has checked access. */
export async function linksOf({ reader }: Asked, of: 'book' | 'series', pk: number): Promise<LinkModel[]> {
  const rows = (await externalOf(reader, 'external_links', of, [pk])).get(pk) ?? []
  return rows.map(({ source, url }) => ({ label: source, url }))
}
