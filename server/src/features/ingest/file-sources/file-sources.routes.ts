import { join } from 'node:path'
import { getBookFileSources } from '@octavo/contract/file-sources'
import type { Reader } from '../../../db'
import { saidMembers } from '../../../formats/merge-metadata'
import { sourcesOf } from '../../../formats/metadata-sources'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { ParserPool } from '../../../workers/pool.types'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { saidFields } from './said-fields.rules'

interface FileSourceDeps {
  readonly reader: Reader
  readonly pool: ParserPool
}

/** Reads the metadata sources of a book on request; stores nothing. */
export function fileSourceRoutes(binder: Binder, { reader, pool }: FileSourceDeps): void {
  binder.bind(getBookFileSources, async ({ viewer, params }) => {
    const { pk } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    const book = await bookOnDisk(reader, pk)
    if (!book) throw notFound('Book')
    const sources = sourcesOf(book.metadata_sources)
    const path = join(book.folder_path, book.path)
    const { said = [], errors } = await pool.analyze({ path, thumbnailTarget: null, sources, keepsSaid: true })
    const problems = errors.filter(({ errorType }) => said.length === 0 || errorType === 'metadata')
    return {
      fields: saidFields(saidMembers(said, sources), book.locks),
      problems: problems.map(({ errorType, reason, message }) => ({ errorType, reason, message })),
    }
  })
}

function bookOnDisk(reader: Reader, pk: number) {
  return reader.query
    .selectFrom('books')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.path', 'books.locks', 'library_folders.path as folder_path', 'libraries.metadata_sources'])
    .where('books.pk', '=', pk)
    .executeTakeFirst()
}
