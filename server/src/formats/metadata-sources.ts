import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'

/** What a library's column `metadata_sources` says; null for the usual sources. */
export function sourcesOf(column: string | null): MetadataSourcesDto | null {
  return column === null ? null : JSON.parse(column)
}
