import { createRoute, redirect } from '@tanstack/react-router'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/lists',
  beforeLoad: () => {
    throw redirect({ to: '/lists/$kind', params: { kind: 'collections' }, replace: true })
  },
})

/** All collections, or all reading lists. */
const kindRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/lists/$kind',
  component: lazyScreen(() => import('../features/curated-lists/curated-lists-page'), 'CuratedListsPage'),
})

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/lists/$kind/$listId',
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } =>
    Number.isSafeInteger(page) && Number(page) > 1 ? { page: Number(page) } : {},
  component: lazyScreen(() => import('../features/curated-lists/curated-list-page'), 'CuratedListPage'),
})

export const curatedListRoutes = [startRoute, kindRoute, listRoute] as const
