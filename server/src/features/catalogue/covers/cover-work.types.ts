import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { ParserPool } from '../../../workers/pool.types'
import type { Covers } from './cover-files'

/** Dependencies of making covers. */
export interface CoverWork {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly covers: Covers
  readonly now: Clock
}

/** A book whose cover is to be made. */
export interface CoverlessBook {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly series_id: string
  readonly library_pk: number
  readonly library_id: string
  readonly folder_path: string
  /** Below its folder. */
  readonly path: string
  readonly file_size: number
  readonly file_modified_ms: number
  readonly cover_version: string | null
  readonly thumb_hash: string | null
  /** The last attempt to make its cover failed. */
  readonly hasError: boolean
  /** The cover is locked or chosen by a person. */
  readonly isLocked: boolean
}
