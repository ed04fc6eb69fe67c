import type { Publication, PublicationMember } from '../../../formats/facts'
import { AppError } from '../../../kernel/app-error'
import { createFreshCache } from '../../../kernel/fresh-cache'
import type { Viewer } from '../../../kernel/viewer'
import type { ParserPool } from '../../../workers/pool.types'
import type { OpenBook, OpenBooks } from '../pages'

/** An open ebook: its file and the offset of each part. */
export interface OpenPublication {
  readonly book: OpenBook
  readonly publication: Publication
  readonly members: ReadonlyMap<string, PublicationMember>
  readonly isCostly: ParserPool['isCostly']
}

export interface OpenPublications {
  /**
   * @throws NotFound for a missing or hidden book
   * @throws BadRequest if it is not an EPUB
   * @throws UnprocessableEntity if the file cannot be read as one
   */
  open(viewer: Viewer, bookId: string): Promise<OpenPublication>
}

const MAX_OPEN = 32

/** Reads an EPUB's index once for all readers, in a parser process; a changed file is another version. */
export function createOpenPublications(deps: {
  readonly openBooks: OpenBooks
  readonly pool: ParserPool
}): OpenPublications {
  /** By version and path. */
  const opened = createFreshCache({
    load: key => read(key.slice(key.indexOf('|') + 1)),
    maxAgeMs: Number.POSITIVE_INFINITY,
    maxEntries: MAX_OPEN,
    now: () => 0,
  })

  async function read(path: string): Promise<Pick<OpenPublication, 'publication' | 'members'>> {
    const result = await deps.pool.publication({ path })
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
      return { book, isCostly: deps.pool.isCostly, ...(await opened.get(`${book.version}|${book.file}`)) }
    },
  }
}
