import type { BookFormat } from '@octavo/contract/formats'
import type { FileStamp } from '../../../formats/facts'
import type { Folder } from './scan.types'
import type { SidecarStamp } from './walk-sidecars'

export interface WalkedFile {
  readonly name: string
  /** The walked folder. */
  readonly folder: Folder
  /** Path below it, with slashes. */
  readonly path: string
  readonly format: BookFormat
  readonly stamp: FileStamp
  /** Stamp of its sidecar files: null without any, absent if unknown. */
  readonly sidecars?: SidecarStamp | null
}
