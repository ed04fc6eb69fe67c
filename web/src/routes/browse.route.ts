import { createRoute, redirect } from '@tanstack/react-router'
import { listFilteredBy } from '../features/lists/filtered-list'
import { nameKinds, namePlace, readNamesSearch } from '../features/names/name-kinds'
import { findName } from '../features/names/names.queries'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

/** People come first. */
const browseStartRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/browse',
  beforeLoad: () => {
    throw redirect({ to: '/browse/$place', params: { place: 'people' }, replace: true })
  },
})

/** All names of a kind. */
const namesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/browse/$place',
  validateSearch: readNamesSearch,
  component: lazyScreen(() => import('../features/names/names-page'), 'NamesPage'),
})

/** The page of a name; if there is none, the library filtered by it. */
const namedRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/browse/$place/named',
  validateSearch: (search: Record<string, unknown>): { name: string } => ({ name: String(search.name ?? '') }),
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps: { name } }) => {
    const place = namePlace(params.place) ?? 'people'
    const { kind, field } = nameKinds[place]
    const nameId = await findName(kind, name).catch(() => null)
    if (nameId) throw redirect({ to: '/browse/$place/$nameId', params: { place, nameId }, replace: true })
    throw redirect({ to: '/library', search: listFilteredBy(field, name), replace: true })
  },
})

const nameRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/browse/$place/$nameId',
  component: lazyScreen(() => import('../features/names/name-page'), 'NamePage'),
})

export const browseRoutes = [browseStartRoute, namesRoute, namedRoute, nameRoute] as const
