import type { FileSystemEntry } from '@octavo/contract/filesystem'
import * as contract from '@octavo/contract/komga-administration'
import type { filesystemRoutes } from '../../features/catalogue/filesystem'
import type { userRoutes } from '../../features/people/users'
import type { Binder } from '../../http/bind'
import { JSON_TYPE } from '../../http/reply-cache'
import { notFound } from '../../kernel/app-error'
import { type Asked, holders } from '../read-model'
import { envelope } from './komga-page'
import type { KomgaSwitch } from './mount'
import { userDtos } from './user-dto'

export interface ServerAdminDeps {
  readonly reader: Asked['reader']
  readonly browse: ReturnType<typeof filesystemRoutes>
  readonly users: ReturnType<typeof userRoutes>
  readonly sessionDays: number
  readonly port: number
  readonly switched: () => KomgaSwitch
}

const MOST_USERS = 500
const ONE = { page: 1, pageSize: 1 }

/** What Komga's web app shows administrators about the server. */
export function serverAdminRoutes(binder: Binder, deps: ServerAdminDeps): void {
  const { reader } = deps

  // Octavo has no such lists, or shows them in its audit log.
  for (const route of [
    contract.komgaListPageHashes,
    contract.komgaListUnknownPageHashes,
    contract.komgaGetHistory,
    contract.komgaGetActivity,
  ]) {
    binder.bind(
      route,
      ({ query }) => new Response(envelope([], { query, total: 0 }), { headers: { 'Content-Type': JSON_TYPE } }),
    )
  }
  binder.bind(contract.komgaGetSettings, () => ({
    deleteEmptyCollections: false,
    deleteEmptyReadLists: false,
    rememberMeDurationDays: deps.sessionDays,
    thumbnailSize: 'DEFAULT',
    taskPoolSize: 1,
    serverPort: source(deps.port),
    serverContextPath: source(`/${deps.switched().prefix}`),
    koboProxy: false,
    koboPort: null,
  }))
  binder.bind(contract.komgaBrowseFilesystem, async ({ viewer, body }) => {
    const { parentPath, entries } = await deps.browse(viewer, body.path || undefined)
    const [directories, files] = [true, false].map(isFolder =>
      entries.filter(entry => entry.isDirectory === isFolder).map(pathDto),
    )
    return { parent: parentPath ?? null, directories, files: body.showFiles ? files : [] }
  })
  binder.bind(contract.komgaListUsers, async ({ viewer }) => {
    return userDtos(reader, await deps.users.list(MOST_USERS), viewer)
  })
  binder.bind(contract.komgaGetMetric, async ({ viewer, params, query }): Promise<contract.KomgaMetric> => {
    const { metric: name } = params
    const answer = { name, description: null, baseUnit: null }
    if (name === 'komga.tasks.execution') {
      const measurements = ['COUNT', 'TOTAL_TIME', 'MAX'].map(statistic => ({ statistic, value: 0 }))
      return { ...answer, measurements, availableTags: [{ tag: 'type', values: [] }] }
    }
    const list = LISTS.get(name)
    if (list) {
      const { total } = await holders.curatedListPage({ reader, viewer }, list, ONE)
      return { ...answer, measurements: [{ statistic: 'VALUE', value: total }], availableTags: [] }
    }
    const counted = COUNTED.get(name)
    const libraries = counted ? await holders.libraries({ reader, viewer }) : []
    const id = query.tag?.replace(/^library:/, '')
    const asked = libraries.filter(library => id === undefined || library.id === id)
    // Like Spring, which has no metric without values.
    if (!counted || asked.length === 0) throw notFound('Metric')
    const value = asked.reduce((sum, library) => sum + library[counted], 0)
    const tags = [{ tag: 'library', values: libraries.map(library => library.id) }]
    return { ...answer, measurements: [{ statistic: 'VALUE', value }], availableTags: id === undefined ? tags : [] }
  })
}

const COUNTED = new Map<string, 'seriesCount' | 'bookCount'>([
  ['komga.series', 'seriesCount'],
  ['komga.books', 'bookCount'],
])
const LISTS = new Map<string, 'collection' | 'read-list'>([
  ['komga.collections', 'collection'],
  ['komga.readlists', 'read-list'],
])

/** A setting that is known from the configuration. */
function source<Value>(value: Value) {
  return { configurationSource: value, databaseSource: null, effectiveValue: value }
}

function pathDto({ name, path, isDirectory }: FileSystemEntry) {
  return { type: isDirectory ? 'directory' : 'file', name, path }
}
