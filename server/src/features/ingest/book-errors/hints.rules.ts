import type { BookErrorType, ProblemReason } from '@octavo/contract/formats'

/** Titles of the eight types. */
export const ERROR_LABELS: Readonly<Record<BookErrorType, string>> = {
  format_detection: 'Unknown format',
  parser: 'Unreadable file',
  metadata: 'Metadata',
  thumbnail: 'Cover',
  page_extraction: 'Damaged pages',
  pdf_rendering: 'PDF pages',
  zero_pages: 'No pages',
  other: 'Other',
}

const HINTS: Readonly<Record<ProblemReason, string>> = {
  unreadable: 'Check that the file exists and that Octavo can read it, then try again.',
  'unknown-format': 'Replace the file with a CBZ, CBR, EPUB or PDF; its content is none of these.',
  corrupt: 'Replace the file with an undamaged copy, then try again.',
  encrypted: 'Replace the file with a copy that has neither a password nor copy protection, then try again.',
  unsupported: 'Repack the book as a CBZ (a plain zip of its pages), then try again.',
  'too-large': 'Split the book or make its pages smaller: unpacked, it is too large.',
  'no-pages': 'Check whether the file has any pages; if not, replace or delete it.',
  'page-corrupt': 'Replace the file with an undamaged copy; its other pages can still be read.',
  metadata: 'Write the metadata again with a tagging program; the book can be read without it.',
  thumbnail: 'Try again, and if it fails again, replace the first page; the book can be read without a cover.',
  resource: 'Try again when the server is less busy; if it fails again, make the file smaller or simpler.',
  'changed-while-read': 'Wait until the file is copied completely, then try again.',
}

/** Different remedies for the same reason, by type. */
const CLOSER: { readonly [type in BookErrorType]?: { readonly [reason in ProblemReason]?: string } } = {
  parser: {
    unsupported: 'Join the volumes into one archive, or repack the book as a CBZ, then try again.',
  },
  metadata: {
    'too-large': 'Shorten the metadata of the file with a tagging program; the book can be read without it.',
  },
  thumbnail: {
    unsupported:
      'You don’t need to do anything: the book can be read, and a JPEG or PNG as its first page would give it a cover.',
    resource: 'Try again when the server is less busy; the book can be read without a cover.',
    'too-large': 'Make the first page smaller to give the book a cover; it can be read without one.',
    encrypted: 'Replace the file with a copy without a password; until then the book has no cover.',
  },
  page_extraction: {
    unsupported: 'Repack the archive with plain zip compression, then try again.',
    'too-large': 'Make the pages smaller: at least one is too large to show.',
    'changed-while-read': 'Scan the library: the file has changed since it was read.',
  },
  pdf_rendering: {
    'changed-while-read': 'Scan the library: the file has changed since it was read.',
    'page-corrupt': 'Save the PDF again with another program; its other pages can still be read.',
  },
}

/** One sentence: how to fix it. */
export function hintFor(errorType: BookErrorType, reason: ProblemReason): string {
  return CLOSER[errorType]?.[reason] ?? HINTS[reason]
}
