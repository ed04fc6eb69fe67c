import type { Compilable } from 'kysely'
import { type Reader, runShape } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import type { Window } from '../list-windows'
import { rank } from '../words'
import { countBeginning } from './book-count.queries'
import { type BookQuestion, matching, scopeValues, shapeKey } from './book-matching.queries'
import { BOOK_KEY, type BookShape, pageOfBooks, selectShape } from './book-row'

interface Ranked {
  readonly window: Window
  readonly total: number
  /** More books than are looked up by the index of words one by one, so that SQLite must not begin with a library. */
  readonly isWide: boolean
}

/** The rows of one page of books with some words that too many have to sort them: see `rank.Part`. */
export function rankedBooks<Row>(
  reader: Reader,
  viewer: Viewer,
  shape: BookShape<Row>,
  question: BookQuestion,
  { window, total, isWide }: Ranked,
): Promise<Row[]> {
  const { dialect } = reader
  const { isTurned } = window
  const beginning = () => countBeginning(reader, viewer, question)
  const asked = { text: question.text, window, total, countBeginning: beginning }
  return rank.rows(dialect, asked, (part, place, { from, span }) => {
    const { userPk, userId } = viewer
    const values = { ...place, span, userPk, userId, ...scopeValues(reader, viewer, question) }
    const key = `${shapeKey(`ranked ${shape.name}s`, viewer, question, isWide)}|${part}|${from}|${isTurned ? 'turned' : ''}`
    return runShape<Row, typeof values>(reader, key, values, (query, p) => {
      const how = { isWide: true, unindexed: dialect.kind === 'sqlite' && isWide ? 'visible' : 'none' } as const
      const page = rank.page(dialect, 'books', p, {
        ...{ part, isTurned, from, span },
        matching: matching(reader, viewer, question, p, how),
        listed: matching(reader, viewer, { ...question, text: null }, p, { unindexed: how.unindexed }),
      })
      if (shape.name === BOOK_KEY.name) return query.selectFrom(page).select('page.pk') as unknown as Compilable<Row>
      const rows = pageOfBooks(query, page, p.userPk).orderBy(rank.pageOrder('books', p, isTurned) as never)
      return selectShape(rows as never, shape, dialect, p.userId)
    })
  })
}
