import type { MarkRejectionReason } from '@octavo/contract/mark'
import type { MarkColor, MarkKind } from '@octavo/contract/mark-limits'
import type { Selectable } from 'kysely'
import type { MarksTable } from '../../../db/schema/marks'

export type MarkRow = Selectable<MarksTable>

/** Facts about the book of a mark. */
export interface MarkedBook {
  readonly pk: number
  readonly id: string
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
  readonly file_format: string
  readonly page_count: number
  readonly file_hash: string
  readonly pages_hash: string | null
}

/** A person's values of a mark, validated and cleaned; JSON as stored. */
export interface MarkContent {
  readonly kind: MarkKind
  readonly color: MarkColor | null
  readonly note: string | null
  readonly quote: string | null
  readonly page: number | null
  readonly region: string | null
  readonly rects: string | null
  readonly locator: string | null
  readonly progression: number
}

export interface Rejection {
  readonly reason: MarkRejectionReason
  /** The invalid field. */
  readonly member: string
  readonly message: string
  /** The exceeded limit. */
  readonly max?: number
}

/** The file of a place. */
export type PlacedIn = Pick<MarkedBook, 'file_hash' | 'pages_hash'>

/** A mark to be saved. */
export interface MarkDraft {
  readonly id: string
  readonly book: MarkedBook
  readonly placedIn: PlacedIn
  readonly content: MarkContent
  readonly createdAt: number
  readonly updatedAt: number
}
