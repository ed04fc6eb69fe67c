import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BookFormat } from '@octavo/contract/formats'
import type { ScanProblemDto } from '@octavo/contract/scan'
import { formatOfName } from '../../../formats/book-names'
import { type Names, namesOf } from '../../../formats/sidecar/sidecar-files'
import { isDraftName } from '../../../formats/writing/draft-names'
import { answered } from '../../../kernel/patience'
import type { Exclusions } from './exclusions'
import { type FolderEntry, readFolder } from './read-folder'
import type { Folder } from './scan.types'
import { createCoverChoice, isCoverName, lookAtCover, type WalkedCover } from './walk-covers'
import { bookOfImages, isFolderMember, makesBook, stampOf } from './walk-images'
import { namesIn, type SidecarNames, saysNothing, sidecarNames, sidecarStamps, stampImageFolder } from './walk-sidecars'
import type { WalkedFile } from './walked-file'

/** Folders listed concurrently. */
const FOLDERS_AT_ONCE = 16
/** Files of one folder checked concurrently. */
const FILES_AT_ONCE = 64

export interface WalkOptions {
  readonly folder: Folder
  readonly formats: ReadonlySet<BookFormat>
  readonly exclusions: Exclusions
  /** Whether a folder of images is a book. */
  readonly imageFolders?: boolean
  readonly signal: AbortSignal
  /** The folders to list; all by default. Missing ones are empty. */
  readonly places?: readonly { readonly path: string; readonly below: boolean }[]
  /** Called with the books of one folder, at least one. The walk waits for it. */
  onFolder(files: readonly WalkedFile[]): Promise<void>
  /** Called for each listed folder, with its cover image. */
  onListed?(path: string, cover: WalkedCover | null): void
  /** Called for each skipped file, with the reason. */
  onSkipped?(path: string, reason: SkipReason): void
  /** Called for each draft of a book's file, left behind or being written now. */
  onDraft?(path: string): void
}

/** Unsupported; not allowed by the library; excluded by its patterns; a link or device; a name that is not UTF-8. */
export type SkipReason = 'not_a_book' | 'format_not_allowed' | 'excluded' | 'not_a_file' | 'not_a_name'

export interface WalkResult {
  /** Unreadable folders and files below the root, with the reason: books there may still exist. `''` is all of it. */
  readonly unknown: ReadonlyMap<string, string>
  /** Entries that could not be added or read; not the whole folder. */
  readonly problems: readonly ScanProblemDto[]
}

/** Finds every book below a folder. Links are not followed, so a walk always ends. */
export async function walk({
  folder: root,
  formats,
  exclusions,
  imageFolders = false,
  signal,
  places,
  onFolder,
  onListed,
  onSkipped,
  onDraft,
}: WalkOptions): Promise<WalkResult> {
  const unknown = new Map<string, string>()
  const problems: ScanProblemDto[] = []
  const slots = createSlots(FOLDERS_AT_ONCE)
  const wantsImages = imageFolders && formats.has('cbz')

  function noteUnread(problem: PathProblem): void {
    unknown.set(problem.path, problem.message)
    // Missing books of the whole folder are noted by folder.
    if (problem.path !== '') problems.push(problem)
  }

  async function visit(folder: string, isPlace = false, above?: () => Names): Promise<void> {
    const { folders, others } = await slots.use(() => take(folder, isPlace, above))
    if (folders.length === 0) return
    let names: Names | undefined
    const asked = () => (names ??= namesOf(others))
    await Promise.all(folders.map(one => visit(one, false, asked)))
  }

  /** Passes on the books of one folder, and returns its subfolders. `above` lists the files next to it, if known. */
  async function take(folder: string, isPlace: boolean, above?: () => Names): Promise<Listing> {
    const listing = await answered(list(folder), signal).catch((error: unknown) => {
      signal.throwIfAborted()
      if (isPlace && folder !== '' && isGone(error)) return NOTHING
      noteUnread(folderProblem(folder, error))
      return NOTHING
    })
    const { candidates, images, cover } = listing
    const files: WalkedFile[] = []
    for (let at = 0; at < candidates.length; at += FILES_AT_ONCE) {
      files.push(...(await look(candidates.slice(at, at + FILES_AT_ONCE))))
    }
    if (files.length > 0) await onFolder(await withSidecars(folder, files, listing.sidecarNames))
    if (images.length > 0) await takeImages(folder, listing, above)
    if (listing !== NOTHING) await reportListed(folder, cover)
    return listing
  }

  /** Adds the stamps of sidecar files to the books of a folder. */
  async function withSidecars(
    folder: string,
    files: readonly WalkedFile[],
    sidecarNames: SidecarNames | null,
  ): Promise<readonly WalkedFile[]> {
    if (sidecarNames === null) return files
    const names = files.map(({ name }) => name)
    const looks = sidecarStamps(folder === '' ? root.path : `${root.path}/${folder}`, names, sidecarNames)
    const stamps = await answered(looks, signal).catch(() => signal.throwIfAborted())
    if (!stamps) return files.map(({ sidecars: _, ...file }) => file)
    return files.map(file => ({ ...file, sidecars: stamps.get(file.name) ?? null }))
  }

  /** Reads the cover's size and time, if there is one. If that fails, the folder is skipped. */
  async function reportListed(folder: string, name: string | null): Promise<void> {
    if (onListed === undefined) return
    if (name === null) return onListed(folder, null)
    const look = lookAtCover(folder === '' ? root.path : `${root.path}/${folder}`, name)
    const cover = await answered(look, signal).catch(() => signal.throwIfAborted())
    if (cover !== undefined) onListed(folder, cover)
  }

  /** Passes on a folder of images as a book. */
  async function takeImages(folder: string, { images, others }: Listing, above?: () => Names): Promise<void> {
    const book = await answered(bookOfImages(root, folder, images), signal).catch((error: unknown) => {
      signal.throwIfAborted()
      noteUnread(folderProblem(folder, error))
      return null
    })
    if (book === null) return
    const path = `${root.path}/${folder}`
    const look = async () => stampImageFolder(path, namesOf(others), above?.() ?? (await namesIn(dirname(path))))
    const sidecars = await answered(look(), signal).catch(() => signal.throwIfAborted())
    await onFolder([sidecars === undefined ? book : { ...book, sidecars }])
  }

  /** The entries of a folder that may be or contain a book. A plain loop: it runs for every file of a library. */
  async function list(folder: string): Promise<Listing> {
    const { entries, unnamed } = await readFolder(folder === '' ? root.path : `${root.path}/${folder}`)
    for (const { shown, isFolder } of unnamed) {
      if (!isFolder && formatOfName(shown) === null) continue
      problems.push(nameProblem(isFolder ? 'folder' : 'file', below(folder, shown)))
      onSkipped?.(below(folder, shown), 'not_a_name')
    }
    const folders: string[] = []
    const candidates: Candidate[] = []
    const images: string[] = []
    const books: string[] = []
    const others: string[] = []
    const leftOut: string[] = []
    const covers = createCoverChoice()
    for (const entry of entries) {
      const { name } = entry
      if (isDraftName(name)) {
        if (entry.isFile()) onDraft?.(below(folder, name))
        continue
      }
      const isFolder = entry.isDirectory()
      const format = isFolder ? null : formatOfName(name)
      if (format !== null) books.push(name)
      if (entry.isFile()) {
        if (format === null) others.push(name)
        if (format !== null) covers.addBook(name)
        else if (isCoverName(name) && !exclusions.leavesOut(name, below(folder, name))) covers.addImage(name)
      }
      if (
        wantsImages &&
        !isFolder &&
        format === null &&
        isFolderMember(name) &&
        (entry.isFile() || isOfUnknownKind(entry))
      ) {
        images.push(name)
        continue
      }
      if (!isFolder && format === null) {
        leftOut.push(name)
        continue
      }
      if (format !== null && !formats.has(format)) {
        onSkipped?.(below(folder, name), 'format_not_allowed')
        continue
      }
      const path = below(folder, name)
      if (exclusions.leavesOut(name, path)) {
        onSkipped?.(path, 'excluded')
        continue
      }
      if (format === null) folders.push(path)
      else if (entry.isFile() || isOfUnknownKind(entry)) candidates.push({ name, path, format })
      else {
        problems.push(oddProblem(entry, path))
        onSkipped?.(path, 'not_a_file')
      }
    }
    const cover = covers.chosen()
    const named = candidates.length === 0 ? null : sidecarNames(covers.books(), others)
    const found = { folders, candidates, others, sidecarNames: named }
    const isBook = images.length > 0 && books.length === 0 && makesBook(folder, images)
    const unread = isBook || images.length === 0 ? leftOut : [...leftOut, ...images]
    if (onSkipped && unread.length > 0) {
      const named = [...books, ...folders.map(path => path.slice(path.lastIndexOf('/') + 1))]
      for (const name of saysNothing(named, unread)) onSkipped(below(folder, name), 'not_a_book')
    }
    // In a folder that is itself a book, the cover is that book's.
    return isBook ? { ...found, images, cover: null } : { ...found, images: [], cover }
  }

  async function look(candidates: readonly Candidate[]): Promise<WalkedFile[]> {
    const looks = candidates.map(({ path }) => lstat(`${root.path}/${path}`).catch((error: unknown) => ({ error })))
    const stats = await answered(Promise.all(looks), signal).catch((error: unknown) => {
      signal.throwIfAborted()
      return candidates.map(() => ({ error }))
    })
    const files: WalkedFile[] = []
    for (const [index, { name, path, format }] of candidates.entries()) {
      const stat = stats[index]
      if (stat !== undefined && !('error' in stat)) {
        if (stat.isFile()) files.push({ name, folder: root, path, format, stamp: stampOf(stat), sidecars: null })
      } else if (!isGone(stat?.error)) {
        // It was deleted in the meantime.
        noteUnread(fileProblem(path, stat?.error))
      }
    }
    return files
  }

  if (places === undefined) await visit('')
  else {
    const visits = places.map(async ({ path, below }) => {
      if (below) await visit(path, true)
      else await slots.use(() => take(path, true))
    })
    await Promise.all(visits)
  }
  return { unknown, problems }
}

type PathProblem = ScanProblemDto & { readonly path: string }

interface Candidate {
  readonly name: string
  readonly path: string
  readonly format: BookFormat
}

interface Listing {
  readonly folders: readonly string[]
  readonly candidates: readonly Candidate[]
  /** Pages and related files if the folder itself is a book; else none. */
  readonly images: readonly string[]
  /** The name of the image that is the series' cover. */
  readonly cover: string | null
  readonly sidecarNames: SidecarNames | null
  /** The names of its plain files other than books. */
  readonly others: readonly string[]
}

const NOTHING: Listing = { folders: [], candidates: [], images: [], cover: null, sidecarNames: null, others: [] }

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Whether a path is unknown because it, or a folder above it, could not be read. */
export function isUnknown(unknown: ReadonlyMap<string, unknown> | ReadonlySet<string>, path: string): boolean {
  if (unknown.size === 0) return false
  if (unknown.has('') || unknown.has(path)) return true
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    if (unknown.has(path.slice(0, end))) return true
  }
  return false
}

/** Some file systems do not report the type of an entry and answer false to everything: `stat` will tell. */
function isOfUnknownKind(entry: FolderEntry): boolean {
  return !(
    entry.isSymbolicLink() ||
    entry.isFIFO() ||
    entry.isSocket() ||
    entry.isBlockDevice() ||
    entry.isCharacterDevice()
  )
}

function oddProblem(entry: FolderEntry, path: string): PathProblem {
  return entry.isSymbolicLink()
    ? { kind: 'link', path, message: `${path} is a link: scans do not follow links.` }
    : { kind: 'not_a_file', path, message: `${path} is not a file that can be read.` }
}

function nameProblem(what: 'file' | 'folder', path: string): PathProblem {
  const message = `The name of the ${what} ${path} is not valid UTF-8: rename it so that it can be read.`
  return { kind: `${what}_name`, path, message }
}

function isGone(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function folderProblem(path: string, error: unknown): PathProblem {
  const said = codeOf(error)
  const name = path === '' ? "The library's folder" : `The folder ${path}`
  const message = `${name} cannot be read (${said}): its books stay as they were.`
  return { kind: 'folder_unreadable', path, said, message }
}

function fileProblem(path: string, error: unknown): PathProblem {
  const said = codeOf(error)
  return { kind: 'file_unreadable', path, said, message: `${path} cannot be checked (${said}).` }
}

function codeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code ?? message ?? 'unknown reason'
}

function createSlots(count: number): { use<T>(work: () => Promise<T>): Promise<T> } {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async use(work) {
      if (free > 0) free--
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
