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

export { sortNaturally } from './natural-order'

/** Inflates a `deflated` page or member read in place; limited to its declared size. */
