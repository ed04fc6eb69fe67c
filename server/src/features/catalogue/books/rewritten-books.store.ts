import type { Tx } from '../../../db'
import type { BookFacts, FileStamp } from '../../../formats/facts'

/**
 * Records that Octavo itself has rewritten a book's file: its size, time, inode and hashes. Everything else stays.
 * False if the row no longer describes `before`; a scan reads the file then.
 */
export async function setRewritten(
  tx: Tx,
  bookPk: number,
  before: FileStamp,
  {
    stamp,
    fileHash,
    readerSyncHash,
    pagesHash,
  }: Pick<BookFacts, 'stamp' | 'fileHash' | 'readerSyncHash' | 'pagesHash'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('books')
    .set({
      file_size: stamp.size,
      file_modified_ms: stamp.modifiedMs,
      file_inode: stamp.inode,
      file_hash: fileHash ?? '',
      reader_sync_hash: readerSyncHash,
      pages_hash: pagesHash ?? null,
      updated_at: now,
    })
    .where('pk', '=', bookPk)
    .where('file_size', '=', before.size)
    .where('file_modified_ms', '=', before.modifiedMs)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}
