import type { BookFormat } from '@octavo/contract/formats'
import type { FileStamp } from '../../../formats/facts'
import type { Folder } from './scan.types'
import type { BesideStamp } from './walk-beside'

export interface WalkedFile {
  readonly name: string
  /** The folder that was walked. */
  readonly folder: Folder
  /** Below it, with slashes. */
  readonly path: string
  readonly format: BookFormat
  readonly stamp: FileStamp
  /** Of the files beside it that say something about it: null without any, absent when that is not known. */
  readonly beside?: BesideStamp | null
}
