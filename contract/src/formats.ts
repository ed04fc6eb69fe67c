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

/** Why a book has an error, finer than the eight types: what a program can test and a hint can speak to. */
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

/** Where a library writes metadata on request. */
export const WRITE_BACK_MODES = ['off', 'file', 'sidecar'] as const
export type WriteBackMode = (typeof WRITE_BACK_MODES)[number]
