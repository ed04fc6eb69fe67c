import type { BookFormat } from '@octavo/contract/formats'
import { AbsenceDto } from '@octavo/contract/library'
import { z } from 'zod'
import type { Connection } from '../../../db'
import type { FileStamp } from '../../../formats/facts'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import type { ParserPool } from '../../../workers/pool.types'
import type { Covers } from '../../catalogue/covers'
import type { LibraryNamer } from '../../catalogue/naming'
import type { Exclusions } from './exclusions'

/** The type of the task that scans a library. */
export const SCAN_TASK = 'scan_library'

/** What a scan works with. */
export interface ScanDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly covers: Covers
  readonly now: Clock
  readonly log: Logger
  /** Where the system lists what is mounted, when not at its usual place. */
  readonly mountTable?: string
  /** Books after which the database makes its statistics, when other than usual. */
  readonly statisticsAfter?: number
}

/** A folder that a scan is narrowed to. */
export const ScanPlace = z.object({
  /** The library's folder in which it lies, absolute. */
  root: z.string(),
  /** Below that; empty for the files at its top. */
  path: z.string(),
  /** With the folders inside it. */
  below: z.boolean(),
})
export type ScanPlace = z.infer<typeof ScanPlace>

/** What a scan task carries. */
export const ScanPayload = z.object({
  libraryId: z.string(),
  mode: z.enum(['normal', 'deep']).default('normal'),
  /** What a person has said to be gone; a task of an older version has another kind of value here. */
  confirmed: z
    .array(z.object({ folder: z.string(), path: z.string(), reason: AbsenceDto.shape.reason, books: z.int() }))
    .default([])
    .catch([]),
  /** What the scan is narrowed to; the whole library when there is none. */
  places: z.array(ScanPlace).default([]),
  /** Nobody asked for it: something changed on the disk. Its report is stored only when it found something. */
  unasked: z.boolean().default(false),
  /** How often files that are being written were looked at already. */
  round: z.int().default(0),
})
export type ScanPayload = z.infer<typeof ScanPayload>

/** The same as somebody asks for it. */
export type ScanRequest = z.input<typeof ScanPayload>

export type ScanMode = ScanPayload['mode']

/** A folder that is walked. */
export interface Folder {
  /** 0 before it is one of a library. */
  readonly pk: number
  /** Absolute, without a slash at its end. */
  readonly path: string
}

/** A place of a scan in its folder. */
export interface ListedPlace {
  readonly folder: Folder
  /** Below the folder; empty for the files at its top. */
  readonly path: string
  readonly below: boolean
}

/** The library under scan. */
export interface ScannedLibrary {
  readonly pk: number
  readonly id: string
  readonly name: string
  readonly folders: readonly Folder[]
  /** Folders that it once had: their books are hidden, and may come back in another. */
  readonly formerFolders: readonly Folder[]
  readonly formats: ReadonlySet<BookFormat>
  readonly exclusions: Exclusions
  /** Whether a folder of images is a book. */
  readonly imageFolders: boolean
  readonly namer: LibraryNamer
  /** When a scan of it was last completed; null when none was. */
  readonly scannedAt: number | null
  /** When this attempt began: what was listed before, by scans that may have been interrupted, was there. */
  readonly begunAt: number
  /** When all of each of its folders, former ones too, was last listed, by key; 0 when it never was. */
  readonly seenAt: ReadonlyMap<number, number>
}

/** A book as the database had it when the scan began. */
export interface KnownBook {
  readonly pk: number
  readonly seriesPk: number
  readonly folderPk: number
  /** Below its folder. */
  readonly path: string
  readonly stamp: FileStamp
  /** As `WalkedFile` has it. */
  readonly sidecars: string | null
  readonly deleted: boolean
  /** It is another file of a book that it was merged into. */
  readonly isMerged?: boolean
}
