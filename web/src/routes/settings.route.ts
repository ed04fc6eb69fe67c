import { createRoute, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { sections, sectionsFor } from '../features/admin/sections'
import type { AuditSearch } from '../features/audit/audit-search.rules'
import { sessionQuery } from '../features/auth'
import { readTaskSearch } from '../features/tasks/task-search'
import { appRoute } from './app.route'
import { lazyScreen } from './lazy-screen'

/** A kind of names and an initial letter in the address. */
const readWords = (search: Record<string, unknown>): { search?: string } =>
  typeof search.search === 'string' || typeof search.search === 'number' ? { search: String(search.search) } : {}

/** The administration. Each part has its permission here; the server checks it anyway. */
const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyScreen(() => import('../features/admin/admin-frame'), 'AdminFrame'),
})

const settingsStartRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: async () => {
    const { permissions } = await queryClient.ensureQueryData(sessionQuery)
    const [first] = sectionsFor(permissions)
    if (first) throw redirect({ to: sections[first].path, replace: true })
  },
})

const librariesAdminRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/libraries',
  component: lazyScreen(() => import('../features/libraries/admin/libraries-admin-page'), 'LibrariesAdminPage'),
})

const tasksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/tasks',
  validateSearch: readTaskSearch,
  component: lazyScreen(() => import('../features/tasks/tasks-page'), 'TasksPage'),
})

const schedulesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/schedules',
  validateSearch: ({ job }: Record<string, unknown>): { job?: string } => (typeof job === 'string' ? { job } : {}),
  component: lazyScreen(() => import('../features/schedules/schedules-page'), 'SchedulesPage'),
})

const bookErrorsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/errors',
  component: lazyScreen(() => import('../features/book-errors/book-errors-page'), 'BookErrorsPage'),
})

const duplicatesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/duplicates',
  component: lazyScreen(() => import('../features/duplicates/duplicates-page'), 'DuplicatesPage'),
})

const metricsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/metrics',
  component: lazyScreen(() => import('../features/metrics/metrics-page'), 'MetricsPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit',
  // The page reads it: the kinds of entries are loaded with it.
  validateSearch: (search: Record<string, unknown>) => search as AuditSearch,
  component: lazyScreen(() => import('../features/audit/audit-page'), 'AuditPage'),
})

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: readWords,
  component: lazyScreen(() => import('../features/people/users-page'), 'UsersPage'),
})

const accessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/access',
  component: lazyScreen(() => import('../features/people/access-page'), 'AccessPage'),
})

const providersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/providers',
  component: lazyScreen(
    () => import('../features/identity-providers/identity-providers-page'),
    'IdentityProvidersPage',
  ),
})

const serverSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/server',
  validateSearch: readWords,
  component: lazyScreen(() => import('../features/settings/settings-page'), 'SettingsPage'),
})

const systemRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/system',
  component: lazyScreen(() => import('../features/system/system-page'), 'SystemPage'),
})

const storageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/storage',
  component: lazyScreen(() => import('../features/storage/storage-page'), 'StoragePage'),
})

const templateRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/template',
  component: lazyScreen(() => import('../features/templates/template-page'), 'TemplatePage'),
})

export const settingsTree = settingsRoute.addChildren([
  settingsStartRoute,
  librariesAdminRoute,
  tasksRoute,
  schedulesRoute,
  bookErrorsRoute,
  duplicatesRoute,
  metricsRoute,
  usersRoute,
  accessRoute,
  providersRoute,
  auditRoute,
  serverSettingsRoute,
  templateRoute,
  storageRoute,
  systemRoute,
])

export const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  validateSearch: (search: Record<string, unknown>): { problem?: string } =>
    typeof search.problem === 'string' ? { problem: search.problem } : {},
  component: lazyScreen(() => import('../features/profile/profile-page'), 'ProfilePage'),
})
