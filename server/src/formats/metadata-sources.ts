import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'

/** Parses a library's column `metadata_sources`; null for the default sources. */
export function sourcesOf(column: string | null): MetadataSourcesDto | null {
  return column === null ? null : JSON.parse(column)
}
