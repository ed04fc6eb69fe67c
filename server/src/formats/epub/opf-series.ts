import type { EmbeddedMetadata } from '../facts'
import { descendantsNamed, textOf, type XmlElement } from '../xml/xml-document'
import { namedMeta, type Refinements } from './opf-meta'

/**
 * The series from calibre's elements, else from the collections of EPUB 3: the first one of type series, else the
 * first. Other collections are series groups.
 */
export function readCollections(
  metadata: XmlElement,
  refinements: Refinements,
): Pick<EmbeddedMetadata, 'series' | 'seriesTitleSort' | 'number' | 'seriesGroups'> {
  const collections = [...descendantsNamed(metadata, 'meta')].flatMap(meta => {
    const { property, refines, id } = meta.attributes
    if (property !== 'belongs-to-collection' || refines !== undefined) return []
    const name = textOf(meta)
    if (name === '') return []
    const refined = refinements.get(id ?? '')
    return [
      {
        name,
        type: refined?.get('collection-type'),
        number: refined?.get('group-position') ?? null,
        sort: refined?.get('file-as') ?? null,
      },
    ]
  })
  const calibre = namedMeta(metadata, 'calibre:series')
  const first = collections.find(({ type }) => type === 'series') ?? collections[0]
  const series = calibre ?? first?.name ?? null
  const others = collections.filter(({ name }) => name !== series)
  return {
    series,
    seriesTitleSort: collections.find(({ name }) => name === series)?.sort ?? null,
    // Calibre writes whole numbers as 1.0.
    number:
      calibre === null
        ? (first?.number ?? null)
        : (namedMeta(metadata, 'calibre:series_index')?.replace(/\.0+$/, '') ?? null),
    seriesGroups: [...new Set(others.map(({ name }) => name))],
  }
}
