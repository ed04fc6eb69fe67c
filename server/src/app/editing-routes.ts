import { alternateTitleRoutes } from '../features/alternate-titles'
import { bookEditRoutes, type EditingDeps, seriesEditRoutes } from '../features/editing'
import type { Binder } from '../http/bind'

/** What people change of books and series by hand. */
export function editingRoutes(binder: Binder, deps: EditingDeps): void {
  bookEditRoutes(binder, deps)
  seriesEditRoutes(binder, deps)
  alternateTitleRoutes(binder, deps)
}
