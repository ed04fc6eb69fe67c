/** Fixed metadata values, used by the server and on screen. */

export const BOOK_AUTHOR_ROLES = [
  'author',
  'co_author',
  'editor',
  'translator',
  'illustrator',
  'contributor',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
] as const

export const BOOK_TYPES = [
  'comic',
  'manga',
  'novel',
  'novella',
  'anthology',
  'artbook',
  'oneshot',
  'omnibus',
  'graphic_novel',
  'magazine',
] as const

export const SERIES_STATUSES = ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'] as const

export const READ_STATUSES = ['unread', 'in_progress', 'read'] as const

/** Metadata sources; `opf_file` and `comicinfo_file` are next to the book, `opf` and `comicinfo` inside. */
export const METADATA_SOURCES = [
  ...(['metroninfo', 'comicinfo', 'opf_file', 'comicinfo_file', 'opf', 'pdf', 'file_name', 'person'] as const),
] as const
