import type { BookFormat } from '@octavo/contract/formats'
import type { FileStamp } from '../../../formats/facts'
import type { Folder } from './scan.types'
import type { SidecarStamp } from './walk-sidecars'

export interface WalkedFile {
  readonly name: string
  /** The folder that was walked. */
  readonly folder: Folder
  /** Below it, with slashes. */
  readonly path: string
  readonly format: BookFormat
  readonly stamp: FileStamp
  /** Of its sidecar files: null without any, absent when that is not known. */
  readonly sidecars?: SidecarStamp | null
}
