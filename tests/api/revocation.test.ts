// A06: ending a session or removing a permission takes effect at once, also in open streams.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { makePerson, PASSWORD, type Person, signIn } from './access/people'
import { makeLibrary } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(120_000)

interface Act {
  /** Revokes access, and returns a path with the expected status for the old credentials. */
  readonly act: (person: Person) => Promise<unknown>
  readonly path?: string
  readonly refused?: number
  /** The stream that must end; none if access is only reduced. */
  readonly stream?: string | null
  readonly role?: 'reader' | 'maintainer'
}

for (const database of DATABASES) {
  describe(`A06: revoked access on ${database}`, () => {
    const folder = temporaryFolder('revocation')
    let octavo: Inhabited
    let admin: Client
    let libraryId: string
    beforeAll(async () => {
      writeLibrary(folder.path, { 'Tide/Tide 1.cbz': await comic({ pages: 1 }) })
      octavo = await startInhabited({ database })
      admin = octavo.admin
      libraryId = (await makeLibrary(admin, 'Tide', folder.path)).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    const change = (body: object) => (person: Person) => admin.patch(`/api/v1/users/${person.user.id}`, body)
    const acts: Readonly<Record<string, Act>> = {
      'signing out': { act: ({ as }) => as.post('/api/v1/auth/logout', {}) },
      'a new password, chosen elsewhere': {
        act: async ({ user }) =>
          (await signIn(octavo, user.username)).post('/api/v1/user/password', {
            currentPassword: PASSWORD,
            newPassword: 'Engine-No.2',
          }),
      },
      'a new password, given by an admin': { act: change({ password: 'Engine-No.3' }) },
      'being deactivated': { act: change({ isActive: false }) },
      'being deleted': { act: ({ user }) => admin.delete(`/api/v1/users/${user.id}`) },
      'all sessions ended by an admin': { act: ({ user }) => admin.delete(`/api/v1/users/${user.id}/sessions`) },
      'a lesser role': {
        act: change({ role: 'reader' }),
        role: 'maintainer',
        path: '/api/v1/tasks',
        refused: 403,
        stream: '/api/v1/tasks/stream',
      },
      'no library any more': {
        act: change({ libraryIds: [] }),
        path: '/api/v1/libraries/{library}',
        refused: 404,
        stream: null,
      },
    }

    test('is refused, and its streams end', async () => {
      let worst = 0
      for (const [name, { act, role, path = '/api/v1/auth/me', refused = 401, stream }] of Object.entries(acts)) {
        const person = await makePerson(octavo, name.replaceAll(/\W+/g, ' '), role ? { role } : {})
        const asked = path.replace('{library}', libraryId)
        expect([name, (await person.as.fetch(asked)).status]).toEqual([name, 200])
        const open = stream === null ? null : await openEventStream(person.as, stream)
        const began = performance.now()
        await act(person)
        await until(
          async () => [name, (await person.as.fetch(asked)).status],
          ([, status]) => status === refused,
        )
        if (open)
          await until(
            async () => [name, open.ended()],
            ([, ended]) => ended === true,
          )
        worst = Math.max(worst, performance.now() - began)
      }
      const made = await admin.post<{ id: string; key: string }>('/api/v1/api-keys', { name: 'screen' })
      const byKey = client(octavo.url, { 'x-api-key': made.key })
      const open = await openEventStream(byKey)
      const began = performance.now()
      await admin.delete(`/api/v1/api-keys/${made.id}`)
      await until(
        async () => (await byKey.fetch('/api/v1/auth/me')).status,
        status => status === 401,
      )
      await until(async () => open.ended(), Boolean)
      worst = Math.max(worst, performance.now() - began)
      console.log(`  A06 ${database}: ${Object.keys(acts).length + 1} acts, worst ${(worst / 1000).toFixed(2)} s`)
    })
  })
}
