import { knownSource } from '@octavo/contract/external-sources'
import { METADATA_SOURCES } from '@octavo/contract/metadata-words'

export const siteName = (source: string): string => knownSource(source)?.name ?? source

/** Whether a rating is from the book's own files, and not from a site. */
export const isOfFile = ({ sourceName }: { readonly sourceName: string }): boolean =>
  METADATA_SOURCES.some(source => source === sourceName)
