import type { Connection } from '../db'
import { alternateTitleRoutes } from '../features/alternate-titles'
import type { Binder } from '../http/bind'
import type { Clock } from '../kernel/clock'

/** What people change of books and series by hand. */
export function editingRoutes(
  binder: Binder,
  deps: Pick<Connection, 'reader' | 'write'> & { readonly now: Clock },
): void {
  alternateTitleRoutes(binder, deps)
}
