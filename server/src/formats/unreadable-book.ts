import type { BookFacts, FileProblem } from './facts'

/** The facts of a file that could not be opened at all. */
export function unreadableBook(found: FileProblem): BookFacts {
  return {
    format: null,
    stamp: { size: 0, modifiedMs: 0, inode: 0 },
    fileHash: null,
    readerSyncHash: null,
    pages: [],
    pageCount: 0,
    metadata: null,
    cover: null,
    epub: null,
    errors: [found],
  }
}
