import type { BookDto } from '../api/types'

/** A book that is, or is being, downloaded to this device. */
export interface DownloadedBook {
  readonly userId: string
  readonly book: BookDto
  readonly state: 'waiting' | 'loading' | 'done' | 'failed'
  /** Number of downloaded parts, and total; 0 while unknown. */
  readonly done: number
  readonly total: number
  readonly bytes: number
  readonly addedAt: number
  /** Why it failed, for a person. */
  readonly problem?: string
}
