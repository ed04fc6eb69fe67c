import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { embeddedOf, type MetadataRow } from './metadata.queries'

/** Values of a book's file, regardless of locks. */
export interface FileRecord extends EmbeddedMetadata {
  /** Its number, if it is a chapter number. */
  readonly chapter: number | null
}

/** The column `file_metadata`. */
export function fileRecordText(metadata: EmbeddedMetadata, chapter: number | null): string {
  return JSON.stringify({ ...metadata, chapter } satisfies FileRecord)
}

/** File values of a book without locks, from its row: empty where only a person has set something. */
export function saidByFile(row: MetadataRow): EmbeddedMetadata {
  return row.source === 'person' ? emptyMetadata('person') : embeddedOf(row)
}

/** Null for a book without locks, and for one locked before the column existed. */
export function fileRecordOf({ file_metadata }: Pick<MetadataRow, 'file_metadata'>): FileRecord | null {
  // A record of an older version may lack members.
  return file_metadata === null ? null : { ...emptyMetadata('person'), chapter: null, ...JSON.parse(file_metadata) }
}
