import type { Publication, PublicationMember } from '../../../formats/facts'
import { AppError } from '../../../kernel/app-error'
import { createBoundedMap } from '../../../kernel/bounded-map'
import type { Viewer } from '../../../kernel/viewer'
import type { ParserPool } from '../../../workers/pool.types'
import type { OpenBook, OpenBooks } from '../pages'

/** An open ebook: its file and the place of each part. */
export interface OpenPublication {
  readonly book: OpenBook
  readonly publication: Publication
  readonly members: ReadonlyMap<string, PublicationMember>
}

export interface OpenPublications {
  /**
   * @throws NotFound when the book is missing or hidden from the viewer
   * @throws BadRequest if it is not an EPUB
   * @throws UnprocessableEntity when the file cannot be read as one
   */
  open(viewer: Viewer, bookId: string): Promise<OpenPublication>
}

const MAX_OPEN = 32

/** Reads an EPUB's index once for its readers, in a parser process; a file that has changed is another version. */
export function createOpenPublications(deps: {
  readonly openBooks: OpenBooks
  readonly pool: ParserPool
}): OpenPublications {
  const opened = createBoundedMap<Promise<Omit<OpenPublication, 'book'>>>(MAX_OPEN)

  async function read(book: OpenBook): Promise<Omit<OpenPublication, 'book'>> {
    const result = await deps.pool.publication({ path: book.file })
    if (!result.ok) {
      throw new AppError('UnprocessableEntity', result.problem.message, { reason: result.problem.reason })
    }
    const { publication } = result
    return { publication, members: new Map(publication.members.map(member => [member.path, member])) }
  }

  return {
    async open(viewer, bookId) {
      const book = await deps.openBooks.open(viewer, bookId)
      if (book.format !== 'epub') throw new AppError('BadRequest', 'Only EPUBs have a manifest')
      const key = `${book.id}|${book.version}`
      const known = opened.get(key)
      if (known) return { book, ...(await known) }
      const reading = read(book)
      opened.set(key, reading)
      reading.catch(() => opened.delete(key))
      return { book, ...(await reading) }
    },
  }
}
