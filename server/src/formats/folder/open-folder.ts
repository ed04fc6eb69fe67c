import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import { isFolderName } from '../book-names'
import type { FileStamp } from '../facts'
import type { BookContent, ContentPart } from '../pages-hash'
import { refuse } from '../problem'
import { folderStamp, isOverfull, membersOf } from './image-folder'

/** An image folder opened as a book. */
export interface ImageFolder {
  readonly path: string
  readonly stamp: FileStamp
  readonly pages: readonly FolderMember[]
  /** Metadata files, at most one of each kind. */
  readonly infos: readonly FolderMember[]
  /** It exceeds the page limit; pages are not listed. */
  readonly overfull: boolean
}

/** A plain file in the folder. */
export interface FolderMember {
  readonly name: string
  readonly size: number
}

/** Files with the name of a book are skipped. */
export function isFolder(path: string): boolean {
  return isFolderName(basename(path)) && lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Lists a folder. Ignores links, pipes and devices. Throws FileProblemError. */
export function openFolder(path: string): ImageFolder {
  try {
    const folder = lstatSync(path)
    if (!folder.isDirectory()) refuse('other', 'unreadable', 'This is not a folder.', { code: 'ENOTDIR' })
    const names = membersOf(readdirSync(path))
    if (isOverfull(names.pages)) return { path, pages: [], infos: [], stamp: folderStamp(folder, []), overfull: true }
    const stats: Stats[] = []
    const look = (name: string): FolderMember[] => {
      const stat = lstatSync(`${path}/${name}`, { throwIfNoEntry: false })
      if (!stat?.isFile()) return []
      stats.push(stat)
      return [{ name, size: stat.size }]
    }
    const pages = names.pages.flatMap(look)
    const infos = names.infos.flatMap(look)
    return { path, pages, infos, stamp: folderStamp(folder, stats), overfull: false }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return refuse('other', 'unreadable', `The folder cannot be read (${code}).`, { code })
  }
}

/**
 * Up to `length` bytes of a member from `offset`. Does not follow links, and does not block on a pipe. Throws
 * FileProblemError.
 */
export function readMember({ path }: { readonly path: string }, name: string, offset: number, length: number): Buffer {
  if (name.includes('/') || name.includes('\0') || name === '..') refuse('other', 'unreadable', 'This is no name.')
  let fd: number | null = null
  try {
    fd = openSync(`${path}/${name}`, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const stat = fstatSync(fd)
    if (!stat.isFile()) return refuse('page_extraction', 'page-corrupt', 'The page is not a file.', { page: name })
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, stat.size - offset)))
    let done = 0
    for (let got = -1; done < bytes.length && got !== 0; done += got) {
      got = readSync(fd, bytes, done, bytes.length - done, offset + done)
    }
    return bytes.subarray(0, done)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return refuse('page_extraction', 'page-corrupt', `The page cannot be read (${code}).`, { page: name, code })
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

const SAMPLE_BYTES = 4 * 1024

/** Hex SHA-256 over name, size, and the first and last 4 KiB of every member. */
export function folderHash(folder: ImageFolder): string {
  return folderDigest(folder).hash
}

/** The hash, and identities of its pages: from samples, since pages are not read completely. */
export function folderDigest(folder: ImageFolder): { readonly hash: string; readonly content: BookContent } {
  const hash = createHash('sha256').update('folder\0')
  const sumOf = ({ name, size }: FolderMember): ContentPart => {
    const start = readMember(folder, name, 0, SAMPLE_BYTES)
    hash.update(`${name}\0${size}\0`).update(start)
    if (size <= SAMPLE_BYTES) return { crc: crc32(start), size }
    const end = readMember(folder, name, size - SAMPLE_BYTES, SAMPLE_BYTES)
    hash.update(end)
    return { crc: crc32(end, crc32(start)), size }
  }
  const parts = folder.pages.map(sumOf)
  for (const info of folder.infos) sumOf(info)
  return { hash: hash.digest('hex'), content: { format: 'cbz', frame: 'folder', parts } }
}
