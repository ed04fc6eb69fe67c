import { lstat, readdir } from 'node:fs/promises'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { answered } from '../../../kernel/patience'
import { type FolderRow, type LibraryRow, sampleOfFolder } from './libraries.queries'

/** The folders of a library in their order, and those that it once had. */
export type Folders = Pick<LibraryRow, 'folders' | 'formerFolders'>

/** What becomes of them. */
export interface FolderPlan {
  /** The folders it will have, in their order; one that it has or had keeps its row, at this path. */
  readonly folders: readonly { readonly pk: number | null; readonly path: string }[]
  /** Keys of those that it will have no more. */
  readonly removed: readonly number[]
  /** Files may come or go by it: the library is to be scanned. */
  readonly needsScan: boolean
}

/** Books compared to see whether two folders have the same files. */
const SAMPLE = 50
/** Nobody stops a request's looks; they end by themselves when the file system does not answer. */
const never = new AbortController().signal

/**
 * What a list of folders means for a library that has, or had, others. A new folder takes the place of one that is
 * left out when it holds the same files under the same names, or is empty and stands where that one stood (or is the one
 * new folder for the one that is left out), as the place of a disk that is not mounted yet: then all books stay what they are. Any other folder left out is removed,
 * and one that the library once had comes back with its books.
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

/** The one of some folders that has the files of another by now; null when none has. */
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
