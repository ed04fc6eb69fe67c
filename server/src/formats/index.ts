/**
 * Format knowledge for the serving process: types, names and order. Nothing here opens an untrusted archive; the parser
 * pool does that (../workers/pool).
 */
export type {
  BookFacts,
  Contributor,
  CoverFacts,
  EmbeddedMetadata,
  EpubFacts,
  FileProblem,
  FileStamp,
  PageEntry,
  PageStorage,
  ProblemReason,
  Publication,
  PublicationMember,
  SpineItem,
  TocEntry,
} from './facts'
export { FORMAT_LIMITS } from './limits'
export { mediaTypeOfName } from './media-types'
export { naturalCompare, sortNaturally } from './natural-order'
export { isPageName } from './page-names'
export { FileProblemError, printable } from './problem'
/** Inflates a `deflated` page or member read in place; limited to its declared size. */
export { inflateEntry } from './zip/entry-bytes'
