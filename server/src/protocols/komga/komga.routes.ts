import type { ChoosingDeps } from '../../features/catalogue/chosen-covers'
import type { Binder } from '../../http/bind'
import { type AccountDeps, accountRoutes } from './account.routes'
import { type CatalogueDeps, catalogueRoutes } from './catalogue.routes'
import { type CredentialDeps, credentialRoutes } from './credentials.routes'
import { type CuratedDeps, curatedListRoutes } from './curated-lists.routes'
import { type EventDeps, eventRoutes } from './events.routes'
import { type LibraryAdminDeps, libraryAdminRoutes } from './library-admin.routes'
import { type MetadataDeps, metadataRoutes } from './metadata.routes'
import { namesRoutes } from './names.routes'
import { type PublicationDeps, publicationRoutes } from './publication.routes'
import { type WholeListDeps, wholeListRoutes } from './read-lists.routes'
import { type ReadingDeps, readingRoutes } from './reading.routes'
import { type ServerAdminDeps, serverAdminRoutes } from './server-admin.routes'
import { thumbnailRoutes } from './thumbnails.routes'
import { type UpkeepDeps, upkeepRoutes } from './upkeep.routes'

export interface KomgaDeps
  extends AccountDeps,
    CatalogueDeps,
    CredentialDeps,
    CuratedDeps,
    EventDeps,
    LibraryAdminDeps,
    MetadataDeps,
    PublicationDeps,
    ReadingDeps,
    ServerAdminDeps,
    UpkeepDeps,
    WholeListDeps {
  readonly choosing: ChoosingDeps
}

/** Komga's API, as far as its apps and its own web app use it. */
export function komgaRoutes(binder: Binder, deps: KomgaDeps): void {
  accountRoutes(binder, deps)
  serverAdminRoutes(binder, deps)
  // Before the routes of one book, whose id would be `duplicates`.
  upkeepRoutes(binder, deps)
  libraryAdminRoutes(binder, deps)
  credentialRoutes(binder, deps)
  eventRoutes(binder, deps)
  // Registered before the routes of one series, whose id would be `release-dates`.
  namesRoutes(binder, deps)
  catalogueRoutes(binder, deps)
  readingRoutes(binder, deps)
  curatedListRoutes(binder, deps)
  wholeListRoutes(binder, deps)
  metadataRoutes(binder, deps)
  thumbnailRoutes(binder, deps.choosing)
  publicationRoutes(binder, deps)
}
