import type { BookDto } from '../api/types'

/** A book that this device has, or is getting. */
export interface DownloadedBook {
  readonly userId: string
  readonly book: BookDto
  readonly state: 'waiting' | 'loading' | 'done' | 'failed'
  /** How many of its parts are here, and how many there are; 0 before that is known. */
  readonly done: number
  readonly total: number
  readonly bytes: number
  readonly addedAt: number
  /** Why it failed, for a person. */
  readonly problem?: string
}
