import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoragePart } from '@octavo/contract/storage'
import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { ArtefactStore } from '../../../platform/artefact-store'
import { nextTurn } from '../../../platform/task-work'
import { listBackups } from '../backups'

export interface MeasuredPlaces {
  readonly reader: Reader
  readonly store: ArtefactStore
  readonly dataDir: string
  readonly backupFolder: string
  /** None where no log file is written. */
  readonly logFiles: readonly string[]
}

export interface Size {
  bytes: number
  files: number
}

const CACHE = 'cache'
const PAGES = 'pages'
const SHARED_PAGES = 'pages/'
const TURN_AFTER = 500

/** How each part is measured. Covers, exports and shared pages are those of all servers, the rest is of this machine. */
export function measuredParts(places: MeasuredPlaces): Readonly<Partial<Record<StoragePart, () => Promise<Size>>>> {
  const { reader, store, dataDir, backupFolder, logFiles } = places
  const cache = join(dataDir, CACHE)
  return {
    database: async () => ({ bytes: await databaseBytes(reader), files: 0 }),
    thumbnails: () => storedSize(store, 'thumbnails/'),
    covers: () => storedSize(store, 'covers/'),
    pages: async () =>
      sum(await folderSize(join(cache, PAGES)), store.shared ? await storedSize(store, SHARED_PAGES) : nothing()),
    drafts: () => folderSize(cache, name => name !== PAGES),
    exports: async () => sum(await storedSize(store, 'exports/'), await storedSize(store, 'imports/')),
    backups: async () => {
      const backups = await listBackups(backupFolder)
      return { bytes: backups.reduce((total, { bytes }) => total + bytes, 0), files: backups.length }
    },
    ...(logFiles.length > 0 && { logs: async () => sum(...(await Promise.all(logFiles.map(fileSize)))) }),
  }
}

async function databaseBytes(reader: Reader): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select ${reader.dialect.databaseSize} as bytes`.execute(reader.query)
  return Number(rows[0]?.bytes ?? 0)
}

async function storedSize(store: ArtefactStore, prefix: string): Promise<Size> {
  const size = nothing()
  for await (const { bytes } of store.list(prefix)) {
    size.bytes += bytes
    if (++size.files % TURN_AFTER === 0) await nextTurn()
  }
  return size
}

/** Links are not followed; what disappears meanwhile is left out. */
async function folderSize(folder: string, wanted: (name: string) => boolean = () => true): Promise<Size> {
  const size = nothing()
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return size
  for await (const entry of entries) {
    if (!wanted(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) add(size, await folderSize(path))
    else if (entry.isFile()) add(size, { bytes: (await stat(path).catch(() => null))?.size ?? 0, files: 1 })
  }
  return size
}

async function fileSize(path: string): Promise<Size> {
  const about = await stat(path).catch(() => null)
  return about?.isFile() ? { bytes: about.size, files: 1 } : nothing()
}

const nothing = (): Size => ({ bytes: 0, files: 0 })

function add(size: Size, { bytes, files }: Size): void {
  size.bytes += bytes
  size.files += files
}

function sum(...sizes: readonly Size[]): Size {
  const total = nothing()
  for (const size of sizes) add(total, size)
  return total
}
