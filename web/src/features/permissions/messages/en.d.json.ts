// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'permission.api-keys-delete' | 'permission.api-keys-delete.about' | 'permission.api-keys-read' | 'permission.api-keys-read.about'
  | 'permission.api-keys-write' | 'permission.api-keys-write.about' | 'permission.books-delete' | 'permission.books-delete.about'
  | 'permission.books-read' | 'permission.books-read.about' | 'permission.books-write' | 'permission.books-write.about'
  | 'permission.collections-delete' | 'permission.collections-delete.about' | 'permission.collections-read' | 'permission.collections-read.about'
  | 'permission.collections-write' | 'permission.collections-write.about' | 'permission.libraries-delete' | 'permission.libraries-delete.about'
  | 'permission.libraries-read' | 'permission.libraries-read.about' | 'permission.libraries-write' | 'permission.libraries-write.about'
  | 'permission.pages-read' | 'permission.pages-read.about' | 'permission.plugins-manage' | 'permission.plugins-manage.about'
  | 'permission.progress-read' | 'permission.progress-read.about' | 'permission.progress-write' | 'permission.progress-write.about'
  | 'permission.readlists-delete' | 'permission.readlists-delete.about' | 'permission.readlists-read' | 'permission.readlists-read.about'
  | 'permission.readlists-write' | 'permission.readlists-write.about' | 'permission.series-delete' | 'permission.series-delete.about'
  | 'permission.series-read' | 'permission.series-read.about' | 'permission.series-write' | 'permission.series-write.about' | 'permission.system-admin'
  | 'permission.system-admin.about' | 'permission.system-health' | 'permission.system-health.about' | 'permission.tasks-read'
  | 'permission.tasks-read.about' | 'permission.tasks-write' | 'permission.tasks-write.about' | 'permission.users-delete'
  | 'permission.users-delete.about' | 'permission.users-read' | 'permission.users-read.about' | 'permission.users-write'
  | 'permission.users-write.about' | 'permissions.group.books' | 'permissions.group.library' | 'permissions.group.lists' | 'permissions.group.people'
  | 'permissions.group.reading' | 'permissions.group.server'

declare const messages: { readonly [K in Plain]: Message } & {
  never
}
export default messages
