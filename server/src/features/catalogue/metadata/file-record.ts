import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { embeddedOf, type MetadataRow } from './metadata.queries'

/** What the file of a book with locks says, regardless of these. */
export interface FileRecord extends EmbeddedMetadata {
  /** Its number as a chapter, where it has that meaning. */
  readonly chapter: number | null
}

/** The column `file_metadata`. */
export function fileRecordText(metadata: EmbeddedMetadata, chapter: number | null): string {
  return JSON.stringify({ ...metadata, chapter } satisfies FileRecord)
}

/** What the row of a book without locks says by its file: nothing where only a person says something. */
export function saidByFile(row: MetadataRow): EmbeddedMetadata {
  return row.source === 'person' ? emptyMetadata('person') : embeddedOf(row)
}

/** What the column holds; null for a book without locks, and for one that was locked before the column existed. */
export function fileRecordOf({ file_metadata }: Pick<MetadataRow, 'file_metadata'>): FileRecord | null {
  // A record of an older version lacks members.
  return file_metadata === null ? null : { ...emptyMetadata('person'), chapter: null, ...JSON.parse(file_metadata) }
}
