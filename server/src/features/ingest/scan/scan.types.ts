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

/** Dependencies of a scan. */
export interface ScanDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly covers: Covers
  readonly now: Clock
  readonly log: Logger
  /** Path of the system's mount table, if not the default. */
  readonly mountTable?: string
  /** Number of books between updates of statistics, if not the default. */
  readonly statisticsAfter?: number
}

/** A folder that a scan is narrowed to. */
export const ScanPlace = z.object({
  /** Its library folder, absolute. */
  root: z.string(),
  /** Path below that; empty for the files at its top. */
  path: z.string(),
  /** Including subfolders. */
  below: z.boolean(),
})
export type ScanPlace = z.infer<typeof ScanPlace>

/** Payload of a scan task. */
export const ScanPayload = z.object({
  libraryId: z.string(),
  mode: z.enum(['normal', 'deep']).default('normal'),
  /** Losses confirmed by a person; a task of an older version has another type of value here. */
  confirmed: z
    .array(z.object({ folder: z.string(), path: z.string(), reason: AbsenceDto.shape.reason, books: z.int() }))
    .default([])
    .catch([]),
  /** The places that the scan is narrowed to; absent for the whole library. */
  places: z.array(ScanPlace).default([]),
  /** Automatic, by a change on the disk. Its report is stored only if it has findings. */
  unasked: z.boolean().default(false),
  /** How often files being written were already checked. */
  round: z.int().default(0),
})
export type ScanPayload = z.infer<typeof ScanPayload>

/** The same as somebody asks for it. */
export type ScanRequest = z.input<typeof ScanPayload>

export type ScanMode = ScanPayload['mode']

/** A folder to walk. */
export interface Folder {
  /** 0 before it belongs to a library. */
  readonly pk: number
  /** Absolute, without a trailing slash. */
  readonly path: string
}

/** A place within its folder. */
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
  /** Former folders: their books are hidden, and may return in another folder. */
  readonly formerFolders: readonly Folder[]
  readonly formats: ReadonlySet<BookFormat>
  readonly exclusions: Exclusions
  /** Whether a folder of images is a book. */
  readonly imageFolders: boolean
  readonly namer: LibraryNamer
  /** When a full scan last completed; null if none did. */
  readonly scannedAt: number | null
  /** Start of this attempt: books added before, also by interrupted scans, existed then. */
  readonly begunAt: number
  /** When each of its folders, including former ones, was last listed completely, by key; 0 if never. */
  readonly seenAt: ReadonlyMap<number, number>
}

/** A book's stored state at the start of the scan. */
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
  /** Another file of a book, which was merged into it. */
  readonly isMerged?: boolean
}
