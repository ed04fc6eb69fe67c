import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WriteTarget } from '@octavo/contract/formats'
import type { Tx } from '../../../db'
import type { BookFacts } from '../../../formats/facts'
import { sourcesOf } from '../../../formats/metadata-sources'
import { releaseDateKey } from '../../../formats/release-date'
import { storableStamp } from '../../../formats/stamp'
import { draftName, furtherDraft } from '../../../formats/writing/draft-names'
import type { WantedMetadata } from '../../../formats/writing/plan-document'
import type { WritePlan } from '../../../formats/writing/write-book'
import type { ParserPool } from '../../../workers/pool.types'
import { bookStore } from '../../catalogue/books'
import { saveMetadata } from '../../catalogue/metadata'
import { chapterInside } from '../../catalogue/naming'
import { savePages } from '../../catalogue/pages'
import { NotWritten, notWritten } from './not-written'
import { replaceBy, requireWritable } from './replace-file'
import type { WritableBook } from './writable-books.queries'

interface Writing {
  readonly pool: ParserPool
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: () => number
}

/** A preview. @throws NotWritten */
export async function planOne(
  pool: ParserPool,
  book: WritableBook,
  wanted: WantedMetadata,
  into: WriteTarget,
): Promise<WritePlan> {
  const path = pathOf(book)
  await requireKnown(path, book)
  const result = await pool.write({ ...wanted, path, into, draft: null, size: book.file_size })
  if (!result.ok) throw notWritten(result.problem)
  await requireWritable(result.plan.files.map(({ target }) => target))
  return result.plan
}

/**
 * Writes the metadata of a book to its file. A draft in the same folder is compared, read by the parser and flushed
 * before it replaces the file. Until then the file is unchanged; the next attempt removes a draft left by a killed
 * process. Returns the plan; without changes nothing is written.
 * @throws NotWritten with the reason why nothing was changed
 */
export async function writeOne(
  { pool, write, now }: Writing,
  book: WritableBook,
  wanted: WantedMetadata,
  into: WriteTarget,
): Promise<WritePlan> {
  const plan = await planOne(pool, book, wanted, into)
  const path = pathOf(book)
  const [first] = plan.files
  if (first === undefined) return plan
  const draft = join(dirname(first.target), draftName(book.id))
  const drafts = plan.files.map((_, at) => furtherDraft(draft, at))
  return replaceBy(drafts, async replace => {
    const written = await pool.write({ ...wanted, path, into, draft, size: book.file_size })
    if (!written.ok) throw notWritten(written.problem)
    for (const file of written.plan.files) if (file.target === path) await requireSameContent(pool, path, draft)
    await requireKnown(path, book)
    const made = written.plan.files.flatMap(file =>
      file.draft === null ? [] : [{ ...file, draft: file.draft, like: path }],
    )
    await replace(...made)
    await note(await pool.analyze({ path, thumbnailTarget: null, sources: sourcesOf(book.metadata_sources) }))
    return written.plan
  })

  /** The rows get the new stamp at once, so no scan reads the file again. Locked fields stay. */
  async function note(facts: BookFacts): Promise<void> {
    if (facts.fileHash === null) return
    const before = { size: book.file_size, modifiedMs: book.file_modified_ms, inode: book.file_inode }
    await write(async tx => {
      const known = await bookStore.lockBook(tx, book.pk)
      if (!known || !(await bookStore.setRewritten(tx, book.pk, before, facts, now()))) return
      if (facts.pageCount > 0) await savePages(tx, [{ bookPk: book.pk, facts }])
      const { metadata } = facts
      const chapter = metadata && chapterInside(metadata)
      const saved = await saveMetadata(tx, book.pk, metadata, { chapter, locks: known.locks }, now())
      const shown = { summary: saved?.summary ?? null, releaseDate: saved && releaseDateKey(saved) }
      await bookStore.setFromMetadata(tx, book.pk, shown, now())
    })
  }
}

function pathOf(book: WritableBook): string {
  return join(book.folder_path, book.path)
}

/** @throws NotWritten if the file has changed since the scan */
async function requireKnown(path: string, book: WritableBook): Promise<void> {
  const stats = await lstat(path).catch(() => null)
  if (stats === null) throw new NotWritten('missing')
  // Each file of a folder is part of its stamp; the parser checks them.
  if (stats.isDirectory()) return
  const { size, modifiedMs } = storableStamp({ size: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino })
  if (size === book.file_size && modifiedMs === book.file_modified_ms) return
  throw new NotWritten('changed')
}

/** @throws NotWritten unless the copy has the same pages and chapters */
async function requireSameContent(pool: ParserPool, path: string, draft: string): Promise<void> {
  const before = await pool.analyze({ path, thumbnailTarget: null })
  const after = await pool.analyze({ path: draft, thumbnailTarget: null })
  if (contentOf(before) !== contentOf(after))
    throw new NotWritten('failed', 'The copy doesn’t have the same pages as the file.')
}

/** Everything read from a book except its metadata and page offsets. */
function contentOf({ format, pages, pageCount, pagesHash, epub, errors }: BookFacts): string {
  const read = pages.map(({ offset: _, ...page }) => page)
  const faults = errors
    .filter(({ errorType }) => errorType !== 'metadata')
    .map(({ errorType, reason }) => [errorType, reason])
  return JSON.stringify([format, read, pageCount, pagesHash ?? null, epub, faults])
}
