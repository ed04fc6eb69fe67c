import * as contract from '@octavo/contract/mark'
import { attachment } from '../../../http/attachment'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { streamOf } from '../../../http/stream'
import { type AppError, notFound, refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { changeOneMark, deleteOneMark } from './change-mark'
import { exportedMarks } from './export-marks'
import type { Rejection } from './mark.types'
import { markView, myMarkView } from './mark.view'
import { booksOfMarks, findMark, pageOfMarks } from './marks.queries'
import { type MarkDeps, saveMarks } from './save-marks'

const EXPORTS = {
  markdown: { type: 'text/markdown;charset=utf-8', name: 'marks.md' },
  json: { type: 'application/json;charset=utf-8', name: 'marks.json' },
} as const

/** Bookmarks, highlights and notes: each user has their own, in visible books. */
export function markRoutes(binder: Binder, deps: MarkDeps): void {
  const { reader, now } = deps
  const markOf = async (viewer: Viewer, id: string) => {
    const row = await findMark(reader, viewer, id)
    if (!row) throw notFound('Mark')
    return markView(row)
  }

  binder.bind(contract.listBookMarks, async ({ viewer, params: { book_id: bookId }, query, url }) => {
    if ((await booksOfMarks(reader, viewer, [bookId])).size === 0) throw notFound('Book')
    const { rows, total } = await pageOfMarks(reader, viewer, { bookId }, { ...query, sort: 'place' })
    return envelope(url, query.page, query.pageSize, total, rows.map(markView))
  })

  binder.bind(contract.createMark, async ({ viewer, params, body }) => {
    const [book] = (await booksOfMarks(reader, viewer, [params.book_id])).values()
    if (!book) throw notFound('Book')
    const id = body.id ?? newId()
    const [rejection] = await saveMarks(deps, viewer, [{ ...body, id, book }])
    if (rejection) throw errorOf(rejection)
    return markOf(viewer, id)
  })

  binder.bind(contract.recordMarks, async ({ viewer, body: { marks } }) => {
    const { atOnce } = LIMITS.marks
    if (marks.length > atOnce) {
      const message = `At most ${atOnce} marks in one request`
      throw refused('BadRequest', 'list_long', message, { path: 'marks', max: atOnce })
    }
    const ids = marks.map(({ bookId }) => bookId)
    const books = await booksOfMarks(reader, viewer, ids)
    const sent = marks.map(mark => ({ ...mark, book: books.get(mark.bookId.toLowerCase()) ?? null }))
    const results = await saveMarks(deps, viewer, sent)
    return {
      accepted: marks.flatMap(({ id }, index) => (results[index] === null ? [id] : [])),
      rejected: marks.flatMap(({ id }, index): contract.RejectedMarkDto[] => {
        const rejection = results[index]
        if (!rejection) return []
        const { reason, member, message, max } = rejection
        return [{ id, reason, path: `marks.${index}.${member}`, message, ...(max !== undefined && { max }) }]
      }),
    }
  })

  binder.bind(contract.getMark, ({ viewer, params }) => markOf(viewer, params.mark_id))
  binder.bind(contract.updateMark, async ({ viewer, params, body }) => {
    const rejection = await changeOneMark(deps, viewer, params.mark_id, body)
    if (rejection) throw errorOf(rejection)
    return markOf(viewer, params.mark_id)
  })
  binder.bind(contract.deleteMark, async ({ viewer, params }) => {
    await deleteOneMark(deps, viewer, params.mark_id)
    return null
  })

  binder.bind(contract.listMyMarks, async ({ viewer, query, url }) => {
    const { rows, total } = await pageOfMarks(reader, viewer, query, query)
    return envelope(url, query.page, query.pageSize, total, rows.map(myMarkView))
  })
  binder.bind(contract.exportMarks, ({ viewer, query: { format, ...filter } }) => {
    const { type, name } = EXPORTS[format]
    const headers = { 'Content-Type': type, 'Content-Disposition': attachment(name) }
    return new Response(streamOf(exportedMarks(reader, viewer, filter, format, now())), { headers })
  })
}

function errorOf({ reason, member, message, max }: Rejection): AppError {
  if (reason === 'outdated' || reason === 'deleted' || reason === 'id_in_use') {
    return refused('Conflict', 'changed_since', message, member)
  }
  const why = { too_long: 'text_long', too_many: 'list_long' } as const
  const code = reason === 'too_long' || reason === 'too_many' ? why[reason] : 'field_bad'
  return refused('BadRequest', code, `body ${member}: ${message}`, { path: member, ...(max !== undefined && { max }) })
}
