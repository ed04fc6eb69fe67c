import { alternateTitleRoutes } from '../features/catalogue/alternate-titles'
import type { CoverBack } from '../features/catalogue/chosen-covers'
import {
  bookEditRoutes,
  type EditingDeps,
  historyRoutes,
  nameEditRoutes,
  seriesEditRoutes,
} from '../features/catalogue/editing'
import { externalRoutes } from '../features/catalogue/external-edits'
import { templateRoutes } from '../features/catalogue/templates'
import type { Binder } from '../http/bind'

/** Routes for editing books and series by hand. */
export function editingRoutes(binder: Binder, deps: EditingDeps & { readonly coverBack: CoverBack }): void {
  bookEditRoutes(binder, deps)
  seriesEditRoutes(binder, deps)
  historyRoutes(binder, deps)
  alternateTitleRoutes(binder, deps)
  externalRoutes(binder, deps)
  templateRoutes(binder, deps)
  nameEditRoutes(binder, deps)
}
