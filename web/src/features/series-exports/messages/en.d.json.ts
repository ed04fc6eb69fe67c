// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'export.all' | 'export.both' | 'export.choose' | 'export.create' | 'export.failed' | 'export.few' | 'export.field.book_id'
  | 'export.field.collections' | 'export.field.completed' | 'export.field.completed_at' | 'export.field.current_page' | 'export.field.format_detail'
  | 'export.field.library_id' | 'export.field.progress' | 'export.field.read_lists' | 'export.field.series_id' | 'export.field.unread_book_count'
  | 'export.field.updated_at' | 'export.field.user_notes' | 'export.fields' | 'export.format' | 'export.hint' | 'export.list' | 'export.of'
  | 'export.waiting'

declare const messages: { readonly [K in Plain]: Message } & {
  'export.delete': Message<'format' | 'when'>; 'export.download': Message<'format' | 'when'>; 'export.expires': Message<'when'>
  'export.rows': Message<'count'>; 'export.working': Message<'percent'>
}
export default messages
