import { belowBase } from '../api/base-path'
import { isReachable } from '../api/connection'
import type { BookDto } from '../api/types'
import { bookCache } from './device-caches'
import { downloadOf, downloadsOwner } from './downloads'

/** Path prefix of the parts of a downloaded ebook, which no server uses. */
export function partsAddress(bookId: string): string {
  return new URL(belowBase(`/device/books/${bookId}/`), location.href).href
}

/** The parts of an ebook on this device. */
export interface DeviceParts {
  readonly base: string
  /** Undefined if the book has no such part. */
  get(address: string): Promise<Response | undefined>
}

/** Null unless this version of the book is downloaded completely; without a network, any version. */
export function deviceParts({ id, fileHash }: Pick<BookDto, 'id' | 'fileHash'>): DeviceParts | null {
  const userId = downloadsOwner()
  const record = downloadOf(id)
  if (userId === null || record?.state !== 'done') return null
  if (record.book.fileHash !== fileHash && isReachable()) return null
  return {
    base: partsAddress(id),
    get: address => caches.match(address.split('#')[0] ?? '', { cacheName: bookCache(userId, id) }),
  }
}
