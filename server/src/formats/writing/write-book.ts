import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { WriteRefusal, WriteTarget } from '@octavo/contract/formats'
import { detectContainer } from '../detect'
import { isEpub } from '../epub/epub-book'
import { indexMembers } from '../epub/members'
import { readPackage } from '../epub/package-document'
import { type FileSource, sameStamp, stampOf, withSource } from '../file-source'
import { isFolder, openFolder, readMember } from '../folder/open-folder'
import { FORMAT_LIMITS } from '../limits'
import { refuse } from '../problem'
import { findInfoFiles } from '../sidecar/info-files'
import { comicSidecarName, findSidecars } from '../sidecar/sidecar-files'
import { readDirectory } from '../zip/directory'
import { readChecked } from '../zip/entry-bytes'
import type { ZipEntry } from '../zip/zip-entry'
import { furtherDraft } from './draft-names'
import { onDraft, refuseTaken, writeDocumentDraft } from './drafts'
import { type DocumentKind, type DocumentPlan, planDocument, type WantedMetadata } from './plan-document'
import { refuseWriting } from './refuse-writing'
import { requireWritable } from './writable-folder'
import { copyZip, requireRewritable } from './zip-copy'

export interface WriteRequest extends WantedMetadata {
  readonly path: string
  readonly into: WriteTarget
  /** The draft to write, in the folder of the file that it will replace; must not exist; null only plans. */
  readonly draft: string | null
}

export interface PlannedDocument extends Omit<DocumentPlan, 'bytes'> {
  /** The name of the changed document. */
  readonly name: string
}

export interface WritePlan {
  readonly documents: readonly PlannedDocument[]
  /** The files to change or create, each with its draft, if written. */
  readonly files: readonly { readonly target: string; readonly draft: string | null }[]
}

/** A document of a book with its new content; `found` is null for a new one. */
interface Document<T> {
  readonly kind: DocumentKind
  readonly name: string
  readonly found: T | null
}

/**
 * Plans the new metadata of a book's file and writes it to the draft. Throws FileProblemError with the reason for a
 * refusal.
 */
export async function writeBook(request: WriteRequest): Promise<WritePlan> {
  const { path, into } = request
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) refuseWriting('missing')
  if (stat?.isSymbolicLink()) refuseWriting('link')
  const isImages = isFolder(path)
  requireWritable(isImages && into !== 'sidecar' ? path : dirname(path))
  if (into === 'sidecar' || (into === 'comicinfo_sidecar' && !isImages)) return writeSidecar(request, into)
  if (isImages) return writeFolder(request)
  return withSource(path, async source => {
    const plan = await writeArchive(source, request)
    if (!sameStamp(source.stamp, stampOf(source.fd))) refuseWriting('changed')
    return plan
  })
}

const REFUSED: Readonly<Record<string, WriteRefusal>> = { rar: 'rar', '7z': '7z', tar: 'tar', pdf: 'pdf' }

async function writeArchive(source: FileSource, request: WriteRequest): Promise<WritePlan> {
  const container = source.size === 0 ? null : detectContainer(source)
  if (container !== 'zip') refuseWriting(REFUSED[container ?? ''] ?? 'unknown-format')
  requireRewritable(source)
  const entries = readDirectory(source)
  if (entries.some(({ encrypted }) => encrypted)) refuseWriting('encrypted')
  const isBook = isEpub(source, entries)
  if (isBook && entries.some(({ name }) => name === 'META-INF/signatures.xml')) refuseWriting('signed')
  const documents: Document<ZipEntry>[] = isBook ? [opfOf(source, entries)] : infosOf(entries, request.into)
  const planned = documents.map(({ kind, name, found }) => {
    const bytes = found === null ? null : bounded(readChecked(source, found))
    return { name, found, ...planDocument(kind, bytes, request) }
  })
  const members = planned.flatMap(({ name, found, bytes }) =>
    bytes === null ? [] : [{ name, bytes, replaced: found }],
  )
  const about = planned.map(({ name, changes, skipped }) => ({ name: basename(name), changes, skipped }))
  const { draft } = request
  if (members.length === 0 || draft === null)
    return { documents: about, files: members.length === 0 ? [] : [{ target: request.path, draft: null }] }
  const size = members.reduce((sum, { bytes }) => sum + bytes.length, source.size)
  await onDraft(draft, size, async () => {
    await copyZip(source, draft, members)
    await withSource(draft, async copy => {
      const copied = readDirectory(copy)
      for (const { name, bytes } of members) {
        const same = copied.filter(entry => entry.name === name)
        const [only] = same
        if (same.length !== 1 || !only || !readChecked(copy, only).equals(bytes))
          refuse('other', 'changed-while-read', 'The copy does not have the same bytes.')
      }
    })
  })
  return { documents: about, files: [{ target: request.path, draft }] }
}

/** The documents of a comic: existing ones, else a ComicInfo.xml. All are written, so that they agree. */
function infosOf<T extends { readonly name: string }>(entries: readonly T[], into: WriteTarget): Document<T>[] {
  const infos = findInfoFiles(entries)
  const of = (pattern: RegExp) => infos.find(({ name }) => pattern.test(name)) ?? null
  const metron = of(/metroninfo\.xml$/i)
  const comic = of(/comicinfo\.xml$/i)
  const documents: Document<T>[] = []
  if (metron !== null || into === 'metroninfo')
    documents.push({ kind: 'metroninfo', name: metron?.name ?? 'MetronInfo.xml', found: metron })
  if (comic !== null || documents.length === 0)
    documents.push({ kind: 'comicinfo', name: comic?.name ?? 'ComicInfo.xml', found: comic })
  return documents
}

function opfOf(source: FileSource, entries: readonly ZipEntry[]): Document<ZipEntry> {
  const members = indexMembers(source, entries)
  const entry = members.byPath.get(readPackage(members).path)
  return entry === undefined ? refuseWriting('damaged') : { kind: 'opf', name: entry.name, found: entry }
}

async function writeFolder(request: WriteRequest): Promise<WritePlan> {
  const folder = openFolder(request.path)
  const most = FORMAT_LIMITS.xmlBytes
  const documents = infosOf(folder.infos, request.into).map(({ kind, name, found }) => {
    if (found !== null && found.size > most) refuseWriting('document-too-large')
    const bytes = found === null ? null : readMember(folder, found.name, 0, most)
    return { kind, target: join(request.path, name), bytes }
  })
  return writeDocuments(request, documents)
}

async function writeSidecar(request: WriteRequest, into: 'sidecar' | 'comicinfo_sidecar'): Promise<WritePlan> {
  const { path } = request
  const sidecars = findSidecars(path)
  const found = into === 'sidecar' ? sidecars.opf : sidecars.comicInfo
  const bytes = found === null ? null : await withSource(found, async source => wholeOf(source))
  const stem = isFolder(path) ? basename(path) : basename(path).replace(/\.[^.]*$/, '')
  const name = into === 'sidecar' ? `${stem}.opf` : comicSidecarName(basename(path))
  const kind = into === 'sidecar' ? 'opf' : 'comicinfo'
  return writeDocuments(request, [{ kind, target: found ?? join(dirname(path), name), bytes }])
}

function wholeOf(source: FileSource): Buffer {
  if (source.size > FORMAT_LIMITS.xmlBytes) refuseWriting('document-too-large')
  return source.read(0, source.size)
}

function bounded(bytes: Buffer): Buffer {
  return bytes.length > FORMAT_LIMITS.xmlBytes ? refuseWriting('document-too-large') : bytes
}

/** Documents in separate files. */
async function writeDocuments(
  request: WriteRequest,
  documents: readonly { readonly kind: DocumentKind; readonly target: string; readonly bytes: Buffer | null }[],
): Promise<WritePlan> {
  const planned = documents.map(({ kind, target, bytes }) => {
    const plan = planDocument(kind, bytes, request)
    if (bytes === null && plan.bytes !== null) refuseTaken(target)
    return { target, ...plan }
  })
  const files: { target: string; draft: string | null }[] = []
  for (const { target, bytes } of planned) {
    if (bytes === null) continue
    const draft = request.draft === null ? null : furtherDraft(request.draft, files.length)
    if (draft !== null) await writeDocumentDraft(draft, bytes)
    files.push({ target, draft })
  }
  return {
    documents: planned.map(({ target, changes, skipped }) => ({ name: basename(target), changes, skipped })),
    files,
  }
}
