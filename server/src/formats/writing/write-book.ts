import { closeSync, existsSync, fsyncSync, lstatSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { detectContainer } from '../detect'
import { isEpub } from '../epub/epub-book'
import { indexMembers } from '../epub/members'
import { readPackage } from '../epub/package-document'
import { type FileSource, sameStamp, stampOf, withSource } from '../file-source'
import { isFolder, openFolder, readMember } from '../folder/open-folder'
import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'
import { findInfoFiles } from '../sidecar/info-files'
import { findSidecars } from '../sidecar/sidecar-files'
import { readDirectory } from '../zip/directory'
import { readChecked } from '../zip/entry-bytes'
import type { ZipEntry } from '../zip/zip-entry'
import { type DocumentKind, type DocumentPlan, planDocument, type WantedMetadata } from './plan-document'
import { copyZip } from './zip-copy'

/** Where metadata is written: into the book, or into an OPF file next to it. */
export type WriteTarget = 'file' | 'sidecar'

export interface WriteRequest extends WantedMetadata {
  readonly path: string
  readonly into: WriteTarget
  /** The file to write, in the folder of the file that it will replace, which must not exist; null only plans. */
  readonly draft: string | null
}

export interface WritePlan extends Omit<DocumentPlan, 'bytes'> {
  /** The file that the draft is to replace, or that is to be made. */
  readonly target: string
  /** Name of the document that changes. */
  readonly document: string
  /** Whether the draft was written. */
  readonly written: boolean
}

/** Space that is left free on the disk. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Plans what a book's file will say about it and writes that to the draft. Throws FileProblemError with the reason why not. */
export async function writeBook(request: WriteRequest): Promise<WritePlan> {
  const { path } = request
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) refuse('other', 'unreadable', 'The file is missing.')
  if (stat?.isSymbolicLink()) refuse('other', 'unsupported', 'The file is a link. Links aren’t changed.')
  if (request.into === 'sidecar') return writeSidecar(request)
  if (isFolder(path)) return writeFolder(request)
  return withSource(path, async source => {
    const plan = await writeArchive(source, request)
    if (!sameStamp(source.stamp, stampOf(source.fd)))
      refuse('other', 'changed-while-read', 'The file has changed in the meantime.')
    return plan
  })
}

async function writeArchive(source: FileSource, request: WriteRequest): Promise<WritePlan> {
  const container = source.size === 0 ? null : detectContainer(source)
  if (container !== 'zip')
    refuse('format_detection', 'unsupported', `${NAMES[container ?? ''] ?? 'Files of this kind'} can’t be written.`)
  const entries = readDirectory(source)
  if (entries.some(({ encrypted }) => encrypted)) refuse('parser', 'encrypted', 'The archive is encrypted.')
  const isBook = isEpub(source, entries)
  if (isBook && entries.some(({ name }) => name === 'META-INF/signatures.xml'))
    refuse('parser', 'unsupported', 'The EPUB is signed. A change would break its signature.')
  if (!isBook) refuseMetron(entries)
  const kind: DocumentKind = isBook ? 'opf' : 'comicinfo'
  const found = isBook ? opfEntry(source, entries) : comicInfoOf(entries)
  const bytes = found === null ? null : readChecked(source, found)
  if (bytes !== null && bytes.length > FORMAT_LIMITS.xmlBytes)
    refuse('metadata', 'too-large', 'The metadata in the file is too large.')
  const plan = planDocument(kind, bytes, request)
  const name = found?.name ?? 'ComicInfo.xml'
  const about = { target: request.path, document: basename(name), changes: plan.changes, skipped: plan.skipped }
  const { draft } = request
  if (plan.bytes === null || draft === null) return { ...about, written: false }
  const document = plan.bytes
  await onDraft(draft, source.size + document.length, async () => {
    await copyZip(source, draft, { name, bytes: document, replaced: found })
    await withSource(draft, async copy => {
      const same = readDirectory(copy).filter(entry => entry.name === name)
      const [only] = same
      if (same.length !== 1 || !only || !readChecked(copy, only).equals(document))
        refuse('other', 'changed-while-read', 'The copy does not have the same bytes.')
    })
  })
  return { ...about, written: true }
}

const NAMES: Readonly<Record<string, string>> = {
  rar: 'RAR archives',
  '7z': '7z archives',
  tar: 'Tar archives',
  pdf: 'PDF files',
}

function comicInfoOf<T extends { readonly name: string }>(entries: readonly T[]): T | null {
  return findInfoFiles(entries).find(({ name }) => /comicinfo\.xml$/i.test(name)) ?? null
}

/** It comes before a ComicInfo.xml, so what is written there would not be read. */
function refuseMetron(entries: readonly { readonly name: string }[]): void {
  if (!findInfoFiles(entries).some(({ name }) => /metroninfo\.xml$/i.test(name))) return
  refuse(
    'metadata',
    'unsupported',
    'The book has a MetronInfo.xml, which comes first and is not written. Write next to the book instead.',
  )
}

function opfEntry(source: FileSource, entries: readonly ZipEntry[]): ZipEntry {
  const members = indexMembers(source, entries)
  const entry = members.byPath.get(readPackage(members).path)
  return entry ?? refuse('parser', 'corrupt', 'The package document of the EPUB is missing.')
}

async function writeFolder(request: WriteRequest): Promise<WritePlan> {
  const folder = openFolder(request.path)
  refuseMetron(folder.infos)
  const comicInfo = comicInfoOf(folder.infos)
  const most = FORMAT_LIMITS.xmlBytes
  if (comicInfo !== null && comicInfo.size > most)
    refuse('metadata', 'too-large', 'The metadata in the file is too large.')
  const bytes = comicInfo === null ? null : readMember(folder, comicInfo.name, 0, most)
  return writeDocument(request, 'comicinfo', join(request.path, comicInfo?.name ?? 'ComicInfo.xml'), bytes)
}

async function writeSidecar(request: WriteRequest): Promise<WritePlan> {
  const { path } = request
  const found = findSidecars(path).opf
  const bytes = found === null ? null : await withSource(found, async source => wholeOf(source))
  const name = isFolder(path) ? basename(path) : basename(path).replace(/\.[^.]*$/, '')
  return writeDocument(request, 'opf', found ?? join(dirname(path), `${name}.opf`), bytes)
}

function wholeOf(source: FileSource): Buffer {
  if (source.size > FORMAT_LIMITS.xmlBytes) refuse('metadata', 'too-large', 'The metadata in the file is too large.')
  return source.read(0, source.size)
}

async function writeDocument(
  request: WriteRequest,
  kind: DocumentKind,
  target: string,
  bytes: Buffer | null,
): Promise<WritePlan> {
  const plan = planDocument(kind, bytes, request)
  const about = { target, document: basename(target), changes: plan.changes, skipped: plan.skipped }
  const { draft } = request
  if (plan.bytes === null || draft === null) return { ...about, written: false }
  if (bytes === null && existsSync(target)) refuse('other', 'unsupported', 'A file with this name already exists.')
  const document = plan.bytes
  await onDraft(draft, document.length, async () => {
    writeFileSync(draft, document, { flag: 'wx', mode: 0o600 })
    const file = openSync(draft, 'r')
    fsyncSync(file)
    closeSync(file)
  })
  return { ...about, written: true }
}

/** Writes a draft; whatever fails, none is left. Faults of the disk are reasons, too. */
async function onDraft(draft: string, size: number, write: () => Promise<void>): Promise<void> {
  rmSync(draft, { force: true })
  try {
    const { bavail, bsize } = statfsSync(dirname(draft))
    if (bavail * bsize < size + SPARE_BYTES) refuse('other', 'resource', 'There is not enough space on the disk.')
    await write()
  } catch (error) {
    rmSync(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    const message = code === undefined ? undefined : (FAULTS[code] ?? `The file can’t be written (${code}).`)
    if (message === undefined) throw error
    refuse('other', 'unreadable', message, { code: code ?? '' })
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'The folder can’t be written: the server has no permission.',
  EPERM: 'The folder can’t be written: the server has no permission.',
  EROFS: 'The disk is read-only.',
  ENOSPC: 'There is not enough space on the disk.',
  EDQUOT: 'There is not enough space on the disk.',
}
