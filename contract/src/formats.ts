/** The four book formats a client may see (interface.md, BookDto.fileFormat). */
export const BOOK_FORMATS = ['cbz', 'cbr', 'epub', 'pdf'] as const
export type BookFormat = (typeof BOOK_FORMATS)[number]

/** Kinds of problems found while analysing a book (interface.md, BookErrorTypeDto). */
export const BOOK_ERROR_TYPES = [
  'format_detection',
  'parser',
  'metadata',
  'thumbnail',
  'page_extraction',
  'pdf_rendering',
  'zero_pages',
  'other',
] as const
export type BookErrorType = (typeof BOOK_ERROR_TYPES)[number]

/** Reasons of book errors, finer than the eight types, for programs and hints. */
export const PROBLEM_REASONS = [
  'unreadable',
  'unknown-format',
  'corrupt',
  'encrypted',
  'unsupported',
  'too-large',
  'no-pages',
  'page-corrupt',
  'metadata',
  'thumbnail',
  'resource',
  'changed-while-read',
] as const
export type ProblemReason = (typeof PROBLEM_REASONS)[number]

export const READING_DIRECTIONS = ['ltr', 'rtl', 'ttb', 'webtoon'] as const
export type ReadingDirection = (typeof READING_DIRECTIONS)[number]

/**
 * Where a library writes metadata on request: existing documents of a file, these plus a MetronInfo.xml in each comic,
 * an OPF next to the file, or a ComicInfo.xml next to it.
 */
export const WRITE_BACK_MODES = ['off', 'file', 'metroninfo', 'sidecar', 'comicinfo_sidecar'] as const
export type WriteBackMode = (typeof WRITE_BACK_MODES)[number]
export const WRITE_TARGETS = [
  'file',
  'metroninfo',
  'sidecar',
  'comicinfo_sidecar',
] as const satisfies readonly WriteBackMode[]
export type WriteTarget = (typeof WRITE_TARGETS)[number]

/** Why nothing is written for a book. */
export const WRITE_REFUSALS = [
  'library-off',
  'sidecar-only',
  'server-off',
  'missing',
  'changed',
  'link',
  'rar',
  '7z',
  'tar',
  'pdf',
  'unknown-format',
  'encrypted',
  'split',
  'signed',
  'not-rewritable',
  'damaged',
  'document-unreadable',
  'document-too-large',
  'no-series',
  'no-folder',
  'name-taken',
  'read-only',
  'no-permission',
  'no-space',
  'failed',
] as const
export type WriteRefusal = (typeof WRITE_REFUSALS)[number]
