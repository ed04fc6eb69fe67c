/**
 * What the serving process may know about files: shapes, names and order. Nothing here opens an untrusted archive;
 * that is done through the parser pool (../workers/pool).
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
/** Inflates a `deflated` page or member that was read from its place; bounded by the size it declares. */
export { inflateEntry } from './zip/entry-bytes'
