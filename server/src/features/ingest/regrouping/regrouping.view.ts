import type { RegroupingDto } from '@octavo/contract/regrouping'
import { timestamp } from '../../../kernel/clock'
import type { ShownRegrouping } from './regrouping.queries'
import { detailsOf, type RegroupingAction } from './regroupings.store'

export function regroupingView(row: ShownRegrouping, taskId: string | null): RegroupingDto {
  const { book_id, book_title } = row
  const series = { id: row.series_id, title: row.series_title }
  return {
    id: row.id,
    action: row.action as RegroupingAction,
    libraryId: row.library_id,
    into: book_id === null ? series : { id: book_id, title: book_title ?? '' },
    from: [...detailsOf(row).from],
    books: row.books,
    state: row.state as RegroupingDto['state'],
    userName: row.user_name,
    at: timestamp(row.at),
    undoneAt: row.undone_at === null ? null : timestamp(row.undone_at),
    taskId,
  }
}
