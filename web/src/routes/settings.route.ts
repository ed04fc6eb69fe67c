import { createRoute, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/query-client'
import { sections, sectionsFor } from '../features/admin/sections'
import { readAuditSearch } from '../features/audit/audit-search.rules'
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
  validateSearch: readAuditSearch,
  component: lazyScreen(async () => {
    const [{ loadAuditMessages }, { loadNamingMessages }, page] = await Promise.all([
      import('../features/audit/messages'),
      import('../features/libraries/admin/naming/messages'),
      import('../features/audit/audit-page'),
    ])
    await Promise.all([loadAuditMessages(), loadNamingMessages()])
    return page
  }, 'AuditPage'),
})

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  validateSearch: readWords,
  component: lazyScreen(async () => {
    const [{ loadPeopleMessages }, { loadPermissionMessages }, { loadAccountMessages }, page] = await Promise.all([
      import('../features/people/messages'),
      import('../features/permissions/messages'),
      import('../features/auth/messages'),
      import('../features/people/users-page'),
    ])
    await Promise.all([loadPeopleMessages(), loadPermissionMessages(), loadAccountMessages()])
    return page
  }, 'UsersPage'),
})

const accessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/access',
  component: lazyScreen(async () => {
    const [{ loadPeopleMessages }, page] = await Promise.all([
      import('../features/people/messages'),
      import('../features/people/access-page'),
    ])
    await loadPeopleMessages()
    return page
  }, 'AccessPage'),
})

const providersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/providers',
  component: lazyScreen(async () => {
    const [{ loadProviderMessages }, page] = await Promise.all([
      import('../features/identity-providers/messages'),
      import('../features/identity-providers/identity-providers-page'),
    ])
    await loadProviderMessages()
    return page
  }, 'IdentityProvidersPage'),
})

const serverSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/server',
  validateSearch: readWords,
  component: lazyScreen(async () => {
    const [{ loadSettingMessages }, { loadSettingWords }, page] = await Promise.all([
      import('../features/settings/messages'),
      import('../features/settings/setting-words'),
      import('../features/settings/settings-page'),
    ])
    await Promise.all([loadSettingMessages(), loadSettingWords()])
    return page
  }, 'SettingsPage'),
})

const systemRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/system',
  component: lazyScreen(() => import('../features/system/system-page'), 'SystemPage'),
})

const storageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/storage',
  component: lazyScreen(async () => {
    const [{ loadStorageMessages }, page] = await Promise.all([
      import('../features/storage/messages'),
      import('../features/storage/storage-page'),
    ])
    await loadStorageMessages()
    return page
  }, 'StoragePage'),
})

const templateRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/template',
  component: lazyScreen(async () => {
    const [{ loadTemplateMessages }, page] = await Promise.all([
      import('../features/templates/messages'),
      import('../features/templates/template-page'),
    ])
    await loadTemplateMessages()
    return page
  }, 'TemplatePage'),
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
  component: lazyScreen(async () => {
    const [{ loadAccountMessages }, { loadApiKeyMessages }, { loadPermissionMessages }, page] = await Promise.all([
      import('../features/auth/messages'),
      import('../features/api-keys/messages'),
      import('../features/permissions/messages'),
      import('../features/profile/profile-page'),
    ])
    await Promise.all([loadAccountMessages(), loadApiKeyMessages(), loadPermissionMessages()])
    return page
  }, 'ProfilePage'),
})
