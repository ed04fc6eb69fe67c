// Objects to request: of each kind a visible one, somebody else's, and a hidden one.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DuplicateGroup } from '@octavo/contract/duplicate'
import { comic, writeLibrary } from '../../kit/books'
import { type Client, until } from '../../kit/client'
import { allBooks, makeLibrary, seriesNamed } from '../catalogue'
import type { Inhabited } from '../people'
import { type Person, signIn } from './people'
import { giveExport, giveIdentity, giveImport, givePasskey, pairSeries } from './rows'
import type { Kind, Sample } from './samples'

/** Occurs in the names of all hidden objects, and nowhere else. */
export const HIDDEN = /zzhidden/i

type Ids = Partial<Record<Kind, string>>

export interface World {
  readonly familyId: string
  readonly vaultId: string
  readonly secretTag: string
  /** Ids of objects visible to everybody. */
  readonly open: Ids
  /** Ids hidden by each limit: of the hidden series or library. */
  readonly hidden: Ids
  readonly hiddenWithLibrary: Ids
  /** Of somebody else. */
  readonly others: Ids
  /** Ids and titles that must not be shown to people who do not see them. */
  readonly secrets: readonly string[]
  /** An empty folder that is in no library. */
  readonly emptyFolder: () => string
  /** For each operation that deletes a library, one that people restricted to libraries may see. */
  readonly spareLibraryIds: Readonly<Record<'delete_library' | 'komga_delete_library', string>>
}

/** Names that visible and hidden objects share: they count once. */
const SHARED = { Writer: 'Shared Writer', Tags: 'shared', Characters: 'Shared Hero', Publisher: 'Shared House' }
/** Of the first hidden book; its external ids are unique. */
const HIDDEN_NAMES = {
  ...{ Genre: 'Zzhidden, Everyday', Writer: 'Zzhidden Writer, Shared Writer', Tags: 'zzhidden tag, shared' },
  ...{ Characters: 'Zzhidden Hero, Shared Hero', Teams: 'Zzhidden Team', Locations: 'Zzhidden Land' },
  ...{
    StoryArc: 'Zzhidden Arc',
    SeriesGroup: 'Zzhidden Group',
    Publisher: 'Shared House',
    Imprint: 'Zzhidden Imprint',
  },
  ...{ Web: 'https://zzhidden.example/1', Notes: 'Zzhidden notes', CommunityRating: 4.5 },
}

const forAll = (Title: string) => comic({ pages: 1, comicInfo: { Title, AgeRating: 'Everyone' } })

export async function furnish(octavo: Inhabited, folder: string): Promise<World> {
  const { admin } = octavo
  const twice = await comic({ pages: 2 })
  const twiceHidden = await comic({ pages: 3 })
  writeLibrary(folder, {
    'family/Open/Open 1.cbz': await comic({
      pages: 1,
      comicInfo: { Title: 'Open 1', AgeRating: 'Everyone', Genre: 'Everyday', ...SHARED },
    }),
    'family/Open/Open 2.cbz': twice,
    'family/Open/Open 3.cbz': twice,
    'family/Open/Open broken.cbz': 'no archive',
    'vault/Vault open/Vault open 1.cbz': await forAll('Vault open 1'),
    'vault/Zzhidden/Zzhidden 1.cbz': await comic({
      pages: 1,
      size: { width: 211, height: 307 },
      comicInfo: { AgeRating: 'X18+', ...HIDDEN_NAMES },
    }),
    'vault/Zzhidden/Zzhidden 2.cbz': twiceHidden,
    'vault/Zzhidden/Zzhidden 3.cbz': twiceHidden,
    // A copy of a visible book.
    'vault/Zzhidden/Zzhidden 4.cbz': twice,
    'vault/Zzhidden/Zzhidden broken.cbz': 'no archive either',
  })
  let folders = 0
  const emptyFolder = () => {
    const path = join(folder, `empty-${++folders}`)
    mkdirSync(path)
    return path
  }
  const family = await makeLibrary(admin, 'Family', join(folder, 'family'))
  const vault = await makeLibrary(admin, 'Vault', join(folder, 'vault'))
  const spare = (name: string) => idOfNew(admin, '/api/v1/libraries', { name, path: emptyFolder() })
  // Early, so that their first scans have ended when people compare answers.
  const spareLibraryIds = { delete_library: await spare('Spare'), komga_delete_library: await spare('Spare of apps') }
  const books = await allBooks(admin)
  const idOf = (title: string) => books.find(({ path }) => path.endsWith(`${title}.cbz`))?.id ?? ''
  const [openSeries, hiddenSeries] = [await seriesNamed(admin, 'Open'), await seriesNamed(admin, 'Zzhidden')]
  const secretTag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'Secret' })).id
  await admin.put(`/api/v1/series/${hiddenSeries.id}/sharing-tags`, { sharingTagIds: [secretTag] })
  for (const rated of [`series/${hiddenSeries.id}`, `series/${openSeries.id}`]) {
    await admin.put(`/api/v1/${rated}/rating`, {
      rating: rated.endsWith(openSeries.id) ? 60 : 90,
      notes: 'Zzhidden opinion',
    })
  }
  const titleOf = async (seriesId: string, title: string) =>
    (await admin.post<{ id: string }>(`/api/v1/series/${seriesId}/alternate-titles`, { label: 'x', title })).id

  await admin.post('/api/v1/duplicates/scan')
  const groups = await until(
    async () => (await admin.get<{ duplicates: DuplicateGroup[] }>('/api/v1/duplicates')).duplicates,
    found => found.length === 2,
  )
  const groupOf = (bookId: string) => groups.find(group => group.bookIds.includes(bookId))?.id ?? randomUUID()

  // No background work from here on, so that answers stay the same.
  await admin.put('/api/v1/tasks/control', { paused: true })
  const scanOf = async (id: string) =>
    (await admin.get<{ data: { id: string }[] }>(`/api/v1/libraries/${id}/scans`)).data[0]?.id ?? ''
  const [openBook, hiddenBook] = [idOf('Open 1'), idOf('Zzhidden 1')]
  const preset = (more: object) => makePreset(admin, { shared: true, ...more })
  const open: Ids = {
    library: family.id,
    series: openSeries.id,
    book: openBook,
    duplicate: groupOf(idOf('Open 2')),
    scan: await scanOf(family.id),
    user: await makeUser(admin),
    provider: await makeProvider(admin),
  }
  const genres = await admin.get<{ data: { id: string; name: string }[] }>('/api/v1/genres')
  const genreOf = (name: string) => genres.data.find(genre => genre.name === name)?.id ?? ''
  open.facet = genreOf('Everyday')
  open['merged facet'] = open.facet
  const { id: adminId } = await admin.get<{ id: string }>('/api/v1/auth/me')
  const hidden: Ids = {
    series: hiddenSeries.id,
    book: hiddenBook,
    facet: genreOf('Zzhidden'),
    'merged facet': genreOf('Zzhidden'),
    title: await titleOf(hiddenSeries.id, 'Zzhidden too'),
    'series external id': await makeExternalId(admin, `series/${hiddenSeries.id}`),
    'book external id': await makeExternalId(admin, `books/${hiddenBook}`),
    'series link': await makeLink(admin, `series/${hiddenSeries.id}`),
    duplicate: groupOf(idOf('Zzhidden 2')),
    'series duplicate': await pairSeries(octavo, [openSeries.id, hiddenSeries.id]),
    task: await makeTask(admin, { type: 'analyze_book', bookId: hiddenBook, force: true }),
    // Scans of a partially visible library are not visible.
    scan: await scanOf(vault.id),
  }
  return {
    familyId: family.id,
    vaultId: vault.id,
    secretTag,
    open,
    hidden,
    hiddenWithLibrary: {
      ...hidden,
      library: vault.id,
      job: await makeJob(admin, vault.id),
      schedule: await makeJob(admin, vault.id),
      preset: await preset({ libraryId: vault.id }),
    },
    others: {
      key: (await admin.post<{ id: string }>('/api/v1/api-keys', { name: 'other' })).id,
      session: (await admin.get<{ id: string }[]>('/api/v1/user/sessions'))[0]?.id ?? '',
      preset: await makePreset(admin, {}),
      collection: await makeList(admin, 'collections', 'private'),
      readlist: await makeList(admin, 'readlists', 'private'),
      mark: await makeMark(admin, openBook),
      export: await giveExport(octavo, adminId),
      'data export': await giveExport(octavo, adminId, 'data'),
      'data import': await giveImport(octavo, adminId),
      passkey: await givePasskey(octavo, adminId),
      identity: await giveIdentity(octavo, adminId),
    },
    secrets: [hiddenSeries.id, ...books.filter(book => HIDDEN.test(book.path)).map(book => book.id)],
    emptyFolder,
    spareLibraryIds,
  }
}

/** What is hidden from this person. */
export function hiddenFrom({ limit }: Person, world: World): Ids {
  if (limit === 'none') return {}
  return limit === 'library' ? world.hiddenWithLibrary : world.hidden
}

const DAILY = { cronSchedule: '0 4 * * *', enabled: false, config: { type: 'scan' } }
let made = 0

async function idOfNew(who: Client, path: string, body: object): Promise<string> {
  return (await who.post<{ id: string }>(path, body)).id
}

async function makeUser(who: Client): Promise<string> {
  const username = `own-${++made}`
  return idOfNew(who, '/api/v1/users', { username, email: `${username}@example.org` })
}

/** An unused address. */
async function makeProvider(who: Client): Promise<string> {
  const name = `own-${++made}`
  const where = { displayName: name, issuerUrl: 'http://127.0.0.1:1', clientId: 'x' }
  await who.post('/api/v1/admin/identity-providers', { name, ...where })
  return name
}

export const makeTag = (who: Client) => idOfNew(who, '/api/v1/admin/sharing-tags', { name: `Tag ${++made}` })

const makeJob = (who: Client, libraryId: string) => idOfNew(who, `/api/v1/libraries/${libraryId}/jobs`, DAILY)

async function makeTask(who: Client, taskType: object): Promise<string> {
  return (await who.post<{ taskId: string }>('/api/v1/tasks', { taskType })).taskId
}

const makeExternalId = (who: Client, of: string) =>
  idOfNew(who, `/api/v1/${of}/external-ids`, { source: `source ${++made}`, externalId: '1' })

const makeLink = (who: Client, of: string, sourceName = `source ${++made}`) =>
  idOfNew(who, `/api/v1/${of}/external-links`, { sourceName, url: 'https://example.org' })

const makePreset = (who: Client, more: object) =>
  idOfNew(who, '/api/v1/filter-presets', {
    name: `Preset ${++made}`,
    condition: { title: { operator: 'contains', value: 'e' } },
    scope: 'list',
    target: 'series',
    ...more,
  })

const makeMark = (who: Client, book = '') => idOfNew(who, `/api/v1/books/${book}/marks`, { kind: 'bookmark', page: 1 })

const makeList = (who: Client, kind: 'collections' | 'readlists', visibility: 'private' | 'public') =>
  idOfNew(who, `/api/v1/${kind}`, { name: `List ${++made}`, visibility })

/**
 * One id for each hole of a sample, of objects on which this person can do any operation; null if one of its kinds
 * cannot be owned.
 */
export async function ownIds(
  octavo: Inhabited,
  world: World,
  person: Person,
  sample: Sample,
): Promise<string[] | null> {
  const { admin } = octavo
  const { route, slots } = sample
  const ids: Ids = { ...world.open }
  const needs = (kind: Kind) => slots.some(slot => slot.kind === kind)
  if (needs('unknown')) return null
  const series = `/api/v1/series/${ids.series}`
  if (route.id === 'delete_library' || route.id === 'komga_delete_library') {
    ids.library = world.spareLibraryIds[route.id]
    if (person.limit !== 'library') {
      ids.library = await idOfNew(admin, '/api/v1/libraries', { name: `Spare ${++made}`, path: world.emptyFolder() })
    }
  }
  if (needs('tag')) ids.tag = await makeTag(admin)
  // Hashing a password is slow. Nobody changes an account that sees more than they do: partial viewers create one with
  // the same visibility.
  if (needs('user') && person.role === 'admin' && person.limit !== 'none') ids.user = await makeUser(person.as)
  else if (route.id === 'delete_user') ids.user = await makeUser(admin)
  if (needs('user') && needs('tag')) {
    await admin.put(`/api/v1/users/${ids.user}/sharing-tags`, { sharingTagId: ids.tag, accessMode: 'allow' })
  }
  if (needs('series') && needs('tag') && route.method === 'delete')
    await admin.fetch(`${series}/sharing-tags`, jsonInit({ sharingTagId: ids.tag }))
  if (needs('group')) {
    ids.group = await idOfNew(admin, '/api/v1/access-groups', { name: `Group ${++made}` })
    const group = `/api/v1/access-groups/${ids.group}`
    if (route.method === 'delete') {
      if (needs('tag')) await admin.post(`${group}/grants`, { sharingTagId: ids.tag, accessMode: 'allow' })
      if (needs('user')) await admin.post(`${group}/members`, { userIds: [ids.user] })
    }
    if (needs('mapping')) {
      ids.mapping = await idOfNew(admin, `${group}/oidc-mappings`, { oidcGroupName: `of-${++made}` })
    }
  }
  if (needs('title')) {
    ids.title = await idOfNew(admin, `${series}/alternate-titles`, { label: `x${++made}`, title: 'Other' })
  }
  if (needs('series external id')) ids['series external id'] = await makeExternalId(admin, `series/${ids.series}`)
  if (needs('book external id')) ids['book external id'] = await makeExternalId(admin, `books/${ids.book}`)
  if (needs('series link')) ids['series link'] = await makeLink(admin, `series/${ids.series}`)
  if (needs('facet')) {
    const where = `/api/v1/${needs('book') ? `books/${ids.book}` : `series/${ids.series}`}`
    const list = route.path.includes('/tags') ? 'tags' : 'genres'
    const makeFacet = () => idOfNew(admin, `${where}/${list}`, { name: `Matrix ${++made}` })
    ids.facet = await makeFacet()
    if (needs('merged facet')) ids['merged facet'] = await makeFacet()
  }
  if (needs('alias')) {
    const body = { name: `Alias ${++made}` }
    const facet = await admin.post<{ aliases: { id: string }[] }>(`/api/v1/facets/genre/${ids.facet}/aliases`, body)
    ids.alias = facet.aliases[0]?.id ?? ''
  }
  if (needs('job') || needs('schedule')) {
    ids.job = await makeJob(admin, world.familyId)
    ids.schedule = ids.job
  }
  if (needs('task')) {
    const left = ['cancel_task', 'retry_task'].includes(route.id)
    ids.task = await makeTask(admin, { type: 'analyze_book', bookId: ids.book, force: left })
  }
  if (route.id === 'delete_identity_provider') ids.provider = await makeProvider(admin)
  if (needs('export')) ids.export = await giveExport(octavo, person.user.id)
  if (needs('data export')) ids['data export'] = await giveExport(octavo, person.user.id, 'data')
  if (needs('data import')) ids['data import'] = await giveImport(octavo, person.user.id)
  if (needs('passkey')) ids.passkey = await givePasskey(octavo, person.user.id)
  if (needs('identity')) ids.identity = await giveIdentity(octavo, person.user.id)
  if (needs('key')) ids.key = await idOfNew(person.as, '/api/v1/api-keys', { name: 'own' })
  if (needs('session')) {
    await signIn(octavo, person.user.username)
    const sessions = await person.as.get<{ id: string; current: boolean }[]>('/api/v1/user/sessions')
    ids.session = sessions.find(({ current }) => !current)?.id ?? ''
  }
  // Others' views are recorded in the audit log.
  const visibility =
    /^(komga_)?(update|delete)_(collection|readlist)$/.test(route.id) && person.role !== 'reader' ? 'public' : 'private'
  if (needs('collection')) {
    ids.collection = await makeList(person.as, 'collections', visibility)
    await person.as.post(`/api/v1/collections/${ids.collection}/series`, { seriesIds: [ids.series] })
  }
  if (needs('readlist')) {
    ids.readlist = await makeList(person.as, 'readlists', visibility)
    await person.as.post(`/api/v1/readlists/${ids.readlist}/books`, { bookIds: [ids.book] })
  }
  if (needs('list entry')) {
    const file = { name: `List ${++made}`, visibility, entries: [{ series: 'Missing' }] }
    ids.readlist = await idOfNew(person.as, '/api/v1/readlists/files/import', file)
    const { data } = await person.as.get<{ data: { id: string }[] }>(`/api/v1/readlists/${ids.readlist}/entries`)
    ids['list entry'] = data[0]?.id ?? ''
  }
  if (needs('new id')) ids['new id'] = randomUUID()
  if (needs('mark')) ids.mark = await makeMark(person.as, ids.book)
  if (needs('preset')) {
    ids.preset = await makePreset(person.as, {})
    if (route.id === 'restore_filter_preset') await person.as.delete(`/api/v1/filter-presets/${ids.preset}`)
  }
  const filled = slots.map(({ kind }) => ids[kind])
  return filled.every(id => id !== undefined) ? filled : null
}

export function jsonInit(body: object | string, method = 'POST'): RequestInit {
  return {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
}
