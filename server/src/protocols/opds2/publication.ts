import { OPDS2_MEDIA_TYPES } from '@octavo/contract/opds2'
import { timestamp } from '../../kernel/clock'
import { type BookModel, publicationMetadata } from '../read-model'
import type { Addresses } from './addresses'

/** The viewer's permissions for single books. */
export interface May {
  readonly readPages: boolean
  readonly readProgress: boolean
}

/**
 * Additional widths of covers besides the default, whose longer side has 400 pixels; smaller pictures are not enlarged.
 */
const WIDTHS = [200, 800] as const

/** A book as a publication of a feed. */
export function publication(book: BookModel, may: May, addresses: Addresses) {
  const { file, progress } = book
  const own = addresses.book(book.id, book.cover)
  const isEpub = file.format === 'epub'
  const isReadable = may.readPages && (isEpub ? book.state === 'ready' : book.hasPages)
  return {
    metadata: publicationMetadata(book, own),
    links: [
      { rel: 'self', href: addresses.publication(book.id), type: OPDS2_MEDIA_TYPES.publication },
      {
        ...{ rel: 'http://opds-spec.org/acquisition/open-access', href: own.file, type: file.mediaType },
        ...(file.length && { size: file.length }),
      },
      ...(isReadable
        ? [{ rel: 'alternate', href: own.self, type: isEpub ? OPDS2_MEDIA_TYPES.webpub : OPDS2_MEDIA_TYPES.divina }]
        : []),
      ...(may.readProgress
        ? [
            {
              ...{ rel: 'http://www.cantook.com/api/progression', href: own.progression },
              type: OPDS2_MEDIA_TYPES.progression,
            },
          ]
        : []),
    ],
    images: [
      { href: own.cover, type: 'image/jpeg' },
      ...WIDTHS.map(width => ({
        ...{ href: addresses.cover('books', book.id, book.cover, width), type: 'image/jpeg', width },
      })),
    ],
    ...(progress && {
      readingProgress: {
        currentPage: progress.page,
        totalPages: book.pageCount,
        progressPercent: progress.share === null ? null : progress.share * 100,
        isCompleted: progress.isCompleted,
        lastReadAt: timestamp(progress.updatedAt),
      },
    }),
  }
}

export type Publication = ReturnType<typeof publication>
