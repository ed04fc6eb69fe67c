import { listSeriesValues } from '@octavo/contract/list-value'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { ReplyCache } from '../../../http/reply-cache'
import { takeScope } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { libraryScope } from '../../people/access'
import { parseSeriesCondition } from './series-condition'
import { seriesValues } from './series-list.queries'

export function seriesValueRoutes(
  binder: Binder,
  { reader, replies }: { readonly reader: Reader; readonly replies: ReplyCache },
): void {
  binder.bind(listSeriesValues, call => {
    const asked = call.body.condition ? parseSeriesCondition(call.body.condition, call.viewer) : null
    const text = parseText(call.body.fullTextSearch)
    const library = takeScope(asked, 'libraryId')
    const address = call.url.pathname + call.url.search
    return replies.reply(call, address + JSON.stringify([asked, text?.typed]), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, library.id)
      const question = { libraryPk, condition: library.rest, text }
      return { body: await seriesValues(reader, call.viewer, question, call.query) }
    })
  })
}
