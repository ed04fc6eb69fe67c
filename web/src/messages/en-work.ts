/** What whoever looks after books may do with them, in menus. */
export const enWork = {
  'books.deleteFile': 'Delete from disk …',
  'libraries.excluded': 'Leave out, one pattern a line',
  'libraries.excludedHint': 'Such as *.tmp, samples or **/Extras/**. Capital letters do not count.',
  'libraries.files': 'Files',
  'libraries.filesHint': 'formats, and what is left out',
  'libraries.format.CBR': 'CBR, CB7',
  'libraries.format.CBZ': 'CBZ, CBT',
  'libraries.format.EPUB': 'EPUB',
  'libraries.format.PDF': 'PDF',
  'libraries.formats': 'Formats',
  'libraries.imageFolders': 'Image folders are books',
  'libraries.imageFoldersHint':
    'A folder with at least two images and no book file is one book. Counts from the next scan on.',
  'missing.look': 'Look for them again',
  'reports.why.excluded': 'excluded by a pattern',
  'reports.why.format_not_allowed': 'a format that the library does not take',
  'reports.why.not_a_book': 'no book',
  'reports.why.not_a_file': 'a link or a device',
  'series.deleteFiles': 'Delete from disk …',
  'series.share': 'Sharing tags …',
  'series.titleByRules': 'Title by the rules …',
} as const
