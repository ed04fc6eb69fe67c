import { lstat, readdir } from 'node:fs/promises'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { answered } from '../../../kernel/patience'
import { type FolderRow, type LibraryRow, sampleOfFolder } from './libraries.queries'

/** The current folders of a library in their order, and former ones. */
export type Folders = Pick<LibraryRow, 'folders' | 'formerFolders'>

/** The resulting changes. */
export interface FolderPlan {
  /** The new folders in their order; existing and former ones keep their row, with this path. */
  readonly folders: readonly { readonly pk: number | null; readonly path: string }[]
  /** Keys of folders to remove. */
  readonly removed: readonly number[]
  /** Files may be added or removed by it: scan the library. */
  readonly needsScan: boolean
}

/** Books compared to tell whether two folders contain the same files. */
const SAMPLE = 50
/** Requests do not cancel disk reads; these end by themselves when the file system does not answer. */
const never = new AbortController().signal

/**
 * Compares a requested list of folders with the current and former ones of the library. A new folder replaces an
 * omitted one if it contains the same files under the same names, or is empty and has its position (or is the only new
 * folder for the only omitted one), like the place of a disk not mounted yet: then all books stay the same. Any other
 * omitted folder is removed, and a former one returns with its books.
 */
export async function planFolders(
  reader: Reader,
  { folders: present, formerFolders }: Folders,
  wanted: readonly string[],
): Promise<FolderPlan> {
  const fresh = wanted.filter(path => !present.some(folder => folder.path === path))
  const leftOut = present.filter(folder => !wanted.includes(folder.path))
  const isReordered = present.some(({ path }, at) => wanted.includes(path) && wanted[at] !== path)
  const onlyOne = leftOut.length === 1 && fresh.length === 1 ? fresh[0] : undefined
  const rerooted = new Map<string, number>()
  for (const folder of leftOut) {
    const free = fresh.filter(path => !rerooted.has(path))
    const place = await placeOfFiles(reader, folder, free, isReordered ? onlyOne : wanted[present.indexOf(folder)])
    if (place !== null) rerooted.set(place, folder.pk)
  }
  const rowsAt = new Map([
    ...formerFolders.toSorted((a, b) => (a.removed_at ?? 0) - (b.removed_at ?? 0)).map(keyOfPath),
    ...present.map(keyOfPath),
    ...rerooted,
  ])
  const folders = wanted.map(path => ({ path, pk: rowsAt.get(path) ?? null }))
  const staying = new Set(folders.map(({ pk }) => pk))
  const removed = leftOut.filter(({ pk }) => !staying.has(pk)).map(({ pk }) => pk)
  const isNew = fresh.some(path => !rerooted.has(path))
  return { folders, removed, needsScan: isNew || removed.length > 0 }
}

function keyOfPath({ path, pk }: FolderRow): [string, number] {
  return [path, pk]
}

/** The folder that now contains the files of another one; null if none does. */
async function placeOfFiles(
  reader: Reader,
  folder: FolderRow,
  candidates: readonly string[],
  sameStanding: string | undefined,
): Promise<string | null> {
  if (candidates.length === 0) return null
  const sample = await sampleOfFolder(reader, folder.pk, SAMPLE)
  if (sample.length === 0) return null
  for (const candidate of candidates) {
    const found = await Promise.all(sample.map(book => isThere(`${candidate}/${book.path}`, book.file_size)))
    if (found.filter(Boolean).length >= sample.length * LIMITS.scan.sameFolderShare) return candidate
  }
  const isWaiting = sameStanding !== undefined && candidates.includes(sameStanding) && (await isEmpty(sameStanding))
  return isWaiting ? sameStanding : null
}

async function isThere(file: string, size: number): Promise<boolean> {
  const found = await answered(lstat(file), never).catch(() => null)
  return found?.isFile() === true && found.size === size
}

async function isEmpty(folder: string): Promise<boolean> {
  const names = await answered(readdir(folder), never).catch(() => null)
  return names?.length === 0
}
