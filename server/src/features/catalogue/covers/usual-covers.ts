import { join } from 'node:path'
import type { Reader } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { addedCover } from './added-covers.queries'
import type { CoverWork } from './cover-work.types'
import { coverBooks } from './coverless-books.queries'
import { drawnFor, drawnText } from './drawn-covers.queries'
import { makeCover } from './make-cover'
import { makeSeriesCoverAgain } from './make-series-cover'
import { seriesOfImages } from './series-images.queries'

interface Subject {
  readonly kind: 'book' | 'series' | 'library' | 'name'
  readonly pk: number
  readonly id: string
}

export { drawnFor }

/** Makes the default cover of a book (from its file) or series (from the image in its folder). */
export async function makeUsual(deps: CoverWork, { kind, id }: Subject): Promise<void> {
  const { reader, write } = deps.connection
  if (kind === 'book') {
    for await (const book of coverBooks(reader, { bookIds: [id] })) await makeCover(deps, book, write)
  }
  if (kind === 'series') {
    for (const series of await seriesOfImages(reader, { seriesIds: [id] })) await makeSeriesCoverAgain(deps, series)
  }
}

/** The largest cover picture of a book. @throws BadRequest if it has none */
export async function pictureOfBook(
  deps: CoverWork,
  { id, version }: { readonly id: string; readonly version: string | null },
): Promise<Uint8Array> {
  const added = version === null ? null : await addedCover(deps.connection.reader, { bookId: id, version })
  const chosen = added && (await deps.covers.openMaster(added.master))
  const bytes = chosen ? await chosen.bytes() : await fromFile({ ...deps, reader: deps.connection.reader }, id)
  if (bytes === null) throw refused('BadRequest', 'picture_missing', 'The book has no image', 'bookId')
  return bytes
}

/** The picture in the file of a book or next to it, no larger than needed; null without one. */
export async function fromFile(
  { reader, pool, covers }: Pick<CoverWork, 'pool' | 'covers'> & { readonly reader: Reader },
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  for await (const book of coverBooks(reader, { bookIds: [id] })) {
    const draft = covers.draft()
    try {
      const path = join(book.folder_path, book.path)
      const facts = await pool.analyze({ path, thumbnailTarget: draft, thumbnailSide: LIMITS.covers.masterSide })
      return facts.cover === null ? null : await Bun.file(draft).bytes()
    } finally {
      await covers.discard([draft])
    }
  }
  return null
}

/** Changes with the file of a book; null if unread. */
export async function fileVersion({ reader }: { readonly reader: Reader }, id: string): Promise<string | null> {
  for await (const book of coverBooks(reader, { bookIds: [id] })) return `${book.file_size}-${book.file_modified_ms}`
  return null
}

/** The drawn cover of a subject. @throws NotFound if it is gone */
export async function drawnPicture(deps: CoverWork, { kind, pk }: Subject): Promise<Uint8Array> {
  const of = drawnFor({ kind, pk })
  const text = await drawnText(deps.connection.reader, of)
  if (text === null) throw notFound('Cover')
  const target = deps.covers.draft()
  try {
    if (!(await deps.pool.draw({ ...text, target })))
      throw refused('BadRequest', 'picture_bad', 'The cover could not be drawn')
    return await Bun.file(target).bytes()
  } finally {
    await deps.covers.discard([target])
  }
}
