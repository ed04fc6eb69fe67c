// Every operation for everybody: who may call it, and what is there for those who see a part. The table of routes makes
// the cells, so that a new route is in them by itself.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { PERMISSIONS, type Permission, ROLE_PERMISSIONS } from '@octavo/contract/access'
import type { Route } from '@octavo/contract/route'
import { ROUTES } from '@octavo/contract/routes'
import type { UserDto } from '@octavo/contract/user'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { allBooks, makeLibrary, scan, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(300_000)

/** In the name of all that is hidden, and in nothing else. */
const HIDDEN = /zzhidden/i
const PASSWORD = 'Engine-No.1'
/** Streams go on for ever; they have a test of their own. */
const isStream = (route: Route) =>
  route.payload.kind === 'bytes' && route.payload.mediaTypes.includes('text/event-stream')
/** Chapters and pictures of an ebook: a ticket in their address stands for whoever asked for it. */
const isByTicket = (route: Route) => route.path.startsWith('/epub/')
/** Ends the sign-in that the other cells need. */
const ENDS_SESSION = new Set([
  'logout',
  'revoke_all_sessions',
  'delete_session',
  'revoke_session',
  'revoke_other_sessions',
])

interface Ids {
  readonly series_id: string
  readonly book_id: string
  readonly library_id: string
}

function pathOf(route: Route, ids: Partial<Ids>): string {
  const missing = randomUUID()
  return route.path
    .replace(/\{(page_number|page|position|index)\}/g, '1')
    .replace(/\{(\w+)\*?\}/g, (_, name: string) => ids[name as keyof Ids] ?? missing)
}

function ask(who: Client, route: Route, ids: Partial<Ids>, query = ''): Promise<Response> {
  const method = route.method.toUpperCase()
  const body = route.body && method !== 'GET' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
  return who.fetch(pathOf(route, ids) + query, { method, ...body })
}

const needs = (route: Route): Permission | null =>
  route.access === 'public' || route.access === 'login' ? null : route.access

for (const database of DATABASES) {
  describe(`every operation on ${database}`, () => {
    const folder = temporaryFolder('access-matrix')
    let octavo: Inhabited
    let admin: Client
    let open: Ids
    let hidden: Ids
    let secretTag: string
    const limited: Record<string, Client> = {}
    const signedIn: Record<string, Client> = {}

    async function makeUser(username: string, more: object = {}): Promise<{ user: UserDto; as: Client }> {
      const email = `${username}@example.org`
      const user = await admin.post<UserDto>('/api/v1/users', { username, email, password: PASSWORD, ...more })
      const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', {
        username,
        password: PASSWORD,
      })
      return { user, as: client(octavo.url, { authorization: `Bearer ${accessToken}` }) }
    }

    beforeAll(async () => {
      const info = (AgeRating: string) => ({ pages: 1, comicInfo: { AgeRating } })
      writeLibrary(folder.path, {
        'family/Open/Open 1.cbz': await comic(info('Everyone')),
        'family/Open/Open 2.cbz': await comic(info('Everyone')),
        'vault/Vault open/Vault open 1.cbz': await comic(info('Everyone')),
        'vault/Zzhidden/Zzhidden 1.cbz': await comic(info('X18+')),
        'vault/Zzhidden/Zzhidden 2.cbz': await comic({ pages: 1 }),
        'vault/Zzhidden/Zzhidden broken.cbz': 'no archive',
      })
      octavo = await startInhabited({ database })
      admin = octavo.admin
      const family = await makeLibrary(admin, 'Family', `${folder.path}/family`)
      const vault = await makeLibrary(admin, 'Vault', `${folder.path}/vault`)
      const idsOf = async (title: string, library_id: string): Promise<Ids> => {
        const series_id = (await seriesNamed(admin, title)).id
        const book = (await allBooks(admin)).find(each => each.seriesId === series_id)
        return { series_id, library_id, book_id: book?.id ?? '' }
      }
      open = await idsOf('Open', family.id)
      hidden = await idsOf('Zzhidden', vault.id)
      secretTag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'Secret' })).id
      await admin.put(`/api/v1/series/${hidden.series_id}/sharing-tags`, { sharingTagIds: [secretTag] })
      for (const role of ['reader', 'maintainer', 'admin']) {
        signedIn[role] = (await makeUser(`some-${role}`, { role })).as
        limited[`${role} by library`] = (await makeUser(`${role}-library`, { role, libraryIds: [family.id] })).as
        limited[`${role} by age`] = (await makeUser(`${role}-age`, { role, ageLimit: 12 })).as
        const tagged = await makeUser(`${role}-tag`, { role })
        await admin.put(`/api/v1/users/${tagged.user.id}/sharing-tags`, { sharingTagId: secretTag, accessMode: 'deny' })
        limited[`${role} by tag`] = tagged.as
      }
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('is refused to whoever may not call it, and to nobody else', async () => {
      const left = await makeUser('left', { role: 'admin' })
      await admin.patch(`/api/v1/users/${left.user.id}`, { isActive: false })
      const keyOf = (permissions: readonly string[], more: object = {}) =>
        admin.post<{ id: string; key: string }>('/api/v1/api-keys', { name: 'some', permissions, ...more })
      const narrow = await keyOf(['system-health'])
      const other = await keyOf(['pages-read'])
      const expired = await keyOf(PERMISSIONS)
      await octavo.execute(`update api_keys set expires_at = 1 where id = '${expired.id}'`)
      const byKey = ({ key }: { key: string }) => client(octavo.url, { 'x-api-key': key })

      const wrong: string[] = []
      let cells = 0
      const check = async (who: string, as: Client, route: Route, allowed: (status: number) => boolean) => {
        cells++
        const answer = await ask(as, route, {})
        const { status } = answer
        await answer.body?.cancel()
        if (!allowed(status)) wrong.push(`${who}: ${route.method} ${route.path} answered ${status}`)
      }
      const isRefused = (status: number) => status === 401
      const isForbidden = (status: number) => status === 403
      const isNeither = (status: number) => status !== 401 && status !== 403 && status < 500
      for (const route of ROUTES.filter(each => !isStream(each) && !isByTicket(each))) {
        const needed = needs(route)
        if (route.access !== 'public') {
          await check('anonymous', octavo.anonymous, route, isRefused)
          await check('deactivated', left.as, route, isRefused)
          await check('expired', byKey(expired), route, isRefused)
        }
        if (needed)
          await check('key without the scope', byKey(needed === 'system-health' ? other : narrow), route, isForbidden)
        for (const role of ['reader', 'maintainer', 'admin'] as const) {
          const as = signedIn[role]
          if (!as || !needed) continue
          const mayCall = ROLE_PERMISSIONS[role].includes(needed)
          // What changes the whole server is called by those who may not only.
          const isHarmless = route.method === 'get' || route.path.includes('{')
          if (!mayCall) await check(role, as, route, isForbidden)
          else if (isHarmless && !ENDS_SESSION.has(route.id)) await check(role, as, route, isNeither)
        }
      }
      expect(wrong).toEqual([])
      console.log(`  ${cells} cells of ${ROUTES.length} operations`)
      expect(cells).toBeGreaterThan(ROUTES.length * 5)
    })

    test('has nothing to say of what is hidden, but what it says of what is missing', async () => {
      const wrong: string[] = []
      let cells = 0
      for (const [who, as] of Object.entries(limited)) {
        for (const route of ROUTES.filter(each => !isStream(each) && each.access !== 'public')) {
          const names = [...route.path.matchAll(/\{(\w+)/g)].map(match => match[1] ?? '')
          const subject = (['series_id', 'book_id', 'library_id'] as const).find(name => names.includes(name))
          // A library is hidden from those only who have others.
          if (!subject || (subject === 'library_id' && !who.endsWith('by library'))) continue
          cells++
          const [of, missing] = await Promise.all([
            ask(as, route, { ...open, [subject]: hidden[subject] }),
            ask(as, route, { ...open, [subject]: randomUUID() }),
          ])
          const [text, expected] = await Promise.all([of.text(), missing.text()])
          if (of.status !== missing.status || text !== expected || of.status < 400) {
            wrong.push(
              `${who}: ${route.method} ${route.path}: ${of.status} ${text.slice(0, 120)}, missing ${missing.status} ${expected.slice(0, 120)}`,
            )
          }
        }
      }
      expect(wrong).toEqual([])
      console.log(`  ${cells} cells of what is hidden`)
      expect(cells).toBeGreaterThan(200)
    })

    test('shows those who see a part no id, title or number of the rest, whatever they open', async () => {
      const secrets = [
        hidden.series_id,
        ...(await allBooks(admin)).filter(book => HIDDEN.test(book.path)).map(book => book.id),
      ]
      const wrong: string[] = []
      let answers = 0
      const readers = Object.entries(limited).filter(([who]) => !who.startsWith('admin'))
      const looked = '?q=zzhidden&query=zzhidden&search=zzhidden&text=zzhidden&channels=entities&pageSize=500'
      for (const [who, as] of readers) {
        const look = async (what: string, answer: Response) => {
          const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
          if (answer.ok) answers++
          const told = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n') + text
          // What was asked for comes back in links.
          const own = told
            .replaceAll(/(q|query|search|text)=zzhidden|<title>Search: zzhidden/g, '')
            .replaceAll(/"(query|typed|text|search)":"zzhidden"/g, '')
          const secret = secrets.find(id => own.includes(id)) ?? HIDDEN.exec(own)?.[0]
          if (secret)
            wrong.push(`${who}: ${what}: ${own.slice(Math.max(0, own.search(secret) - 200), own.search(secret) + 80)}`)
        }
        for (const route of ROUTES.filter(each => each.method === 'get' && !isStream(each))) {
          const vault = { ...open, library_id: hidden.library_id }
          for (const [ids, query] of [
            [open, ''],
            [open, looked],
            [vault, ''],
          ] as const) {
            await look(`${route.path}${query}`, await ask(as, route, ids, query))
          }
        }
        for (const list of ['series', 'books']) {
          for (const body of [
            {},
            { fullTextSearch: 'zzhidden' },
            { condition: { title: { operator: 'contains', value: 'zzhidden' } } },
          ]) {
            const answer = await as.fetch(`/api/v1/${list}/list`, {
              method: 'POST',
              body: JSON.stringify(body),
              headers: { 'content-type': 'application/json' },
            })
            await look(`${list}/list ${JSON.stringify(body)}`, answer)
          }
        }
        const feed = await as.fetch('/opds/v1/search?q=zzhidden')
        await look('search feed', feed)
        const counts = await as.get<{ bookCount: number; seriesCount: number }>('/api/v1/metrics/inventory')
        const isLibrary = who.endsWith('by library')
        expect([who, counts.bookCount, counts.seriesCount]).toEqual([who, isLibrary ? 2 : 3, isLibrary ? 1 : 2])
        const { total } = await as.get<{ total: number }>('/api/v1/books')
        expect([who, total]).toEqual([who, counts.bookCount])
      }
      expect(wrong).toEqual([])
      console.log(`  ${answers} answers read`)
    })

    test('tells those who listen of what they may see, and lets them go when they may no longer', async () => {
      const { user, as } = await makeUser('listener', { ageLimit: 12 })
      const stream = await openEventStream(as, '/api/v1/events?channels=entities,scans')
      await scan(admin, hidden.library_id, 'deep')
      await admin.put(`/api/v1/series/${hidden.series_id}/sharing-tags`, { sharingTagIds: [] })
      await admin.put(`/api/v1/series/${hidden.series_id}/sharing-tags`, { sharingTagIds: [secretTag] })
      await admin.put(`/api/v1/series/${open.series_id}/sharing-tags`, { sharingTagIds: [secretTag] })
      await admin.put(`/api/v1/series/${open.series_id}/sharing-tags`, { sharingTagIds: [] })
      await stream.heard(message => message.data.seriesId === open.series_id)
      const all = JSON.stringify(stream.messages)
      expect([all.includes(hidden.series_id), HIDDEN.test(all)]).toEqual([false, false])
      expect(stream.messages.filter(message => message.event === 'scan')).toEqual([])
      const began = performance.now()
      await admin.patch(`/api/v1/users/${user.id}`, { isActive: false })
      await until(async () => stream.ended(), Boolean)
      expect((await as.fetch('/api/v1/auth/me')).status).toBe(401)
      console.log(`  let go after ${Math.round(performance.now() - began)} ms`)
    })
  })
}
