import { listBookValues } from '@octavo/contract/list-value'
import type { Binder } from '../../../http/bind'
import { parseCondition, takeScope } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { libraryScope, seriesScope } from '../../people/access'
import { addressOf, type BookDeps } from './book-answers'
import { BOOK_FIELDS } from './book-fields'
import { bookValues } from './book-list.queries'

export function bookValueRoutes(binder: Binder, { reader, replies }: BookDeps): void {
  binder.bind(listBookValues, call => {
    const { includeDeleted } = call.body
    const asked = call.body.condition ? parseCondition(call.body.condition, BOOK_FIELDS) : null
    const text = parseText(call.body.fullTextSearch)
    const series = takeScope(asked, 'seriesId')
    const library = takeScope(series.rest, 'libraryId')
    const question = JSON.stringify([asked, text?.typed, includeDeleted])
    return replies.reply(call, addressOf(call) + question, async () => {
      const [libraryPk, seriesPk] = await Promise.all([
        libraryScope(reader, call.viewer, library.id),
        seriesScope(reader, call.viewer, series.id),
      ])
      const books = { libraryPk, seriesPk, condition: library.rest, text, includeDeleted }
      return { body: await bookValues(reader, call.viewer, books, call.query) }
    })
  })
}
