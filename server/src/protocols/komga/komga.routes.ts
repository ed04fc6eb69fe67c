import type { Binder } from '../../http/bind'
import { type AccountDeps, accountRoutes } from './account.routes'
import { type CatalogueDeps, catalogueRoutes } from './catalogue.routes'
import { type CuratedDeps, curatedListRoutes } from './curated-lists.routes'
import { namesRoutes } from './names.routes'
import { type PublicationDeps, publicationRoutes } from './publication.routes'
import { type ReadingDeps, readingRoutes } from './reading.routes'

export interface KomgaDeps extends AccountDeps, CatalogueDeps, CuratedDeps, PublicationDeps, ReadingDeps {}

/** Komga's API, as far as its apps and its own web app use it. */
export function komgaRoutes(binder: Binder, deps: KomgaDeps): void {
  accountRoutes(binder, deps)
  // Before one series, whose id would be `release-dates`.
  namesRoutes(binder, deps)
  catalogueRoutes(binder, deps)
  readingRoutes(binder, deps)
  curatedListRoutes(binder, deps)
  publicationRoutes(binder, deps)
}
