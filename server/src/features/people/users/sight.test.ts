import { beforeAll, expect, test } from 'bun:test'
import type { ErrorResponse } from '@octavo/contract/errors'
import type { SharingTagDto } from '@octavo/contract/sharing-tag'
import type { UserDetailDto, UserDto } from '@octavo/contract/user'
import { addUser, bearer, bodyOf, createGatedApp, type TestUser } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertLibrary, insertSeries } from '../../../db/testing-rows'
import type { AppError } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { deleteUser } from './manage-users'
import { permissionsOf } from './permissions.rules'

forEachDatabase('what the people who look after users let others see', database => {
  let gated: ReturnType<typeof createGatedApp>
  let boss: Record<string, string>
  let family: string
  let vault: string
  let made = 0

  beforeAll(async () => {
    const { connection } = database
    gated = createGatedApp(connection)
    boss = await bearer(gated, await addUser(connection, 'Boss', { role: 'admin' }))
    ;[family, vault] = [newId(), newId()]
    await connection.write(async tx => {
      await insertLibrary(tx, 'family', { id: family })
      await insertLibrary(tx, 'vault', { id: vault })
    })
  })

  const ask = (as: Record<string, string>, method: string, path: string, body?: unknown) =>
    gated.ask(method, `/api/v1${path}`, { headers: as, ...(body !== undefined && { body }) })
  const account = () => {
    const username = `sight-${++made}`
    return { username, email: `${username}@example.org`, password: 'Engine-No.1' }
  }
  const makeUser = async (more: object = {}) => {
    const answer = await ask(boss, 'POST', '/users', { ...account(), ...more })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return bodyOf<UserDto>(answer)
  }
  const signedIn = async ({ id }: UserDto) => bearer(gated, { id } as TestUser)
  const detail = async (id: string) => bodyOf<UserDetailDto>(await ask(boss, 'GET', `/users/${id}`))
  const reasonOf = async (answer: Response) =>
    [answer.status, (((await bodyOf<ErrorResponse>(answer)).details ?? {}) as { reason?: string }).reason] as const
  const tagFor = async (id: string, accessMode: string) => {
    const name = `Tag ${++made}`
    const { id: sharingTagId } = await bodyOf<{ id: string }>(await ask(boss, 'POST', '/admin/sharing-tags', { name }))
    expect((await ask(boss, 'PUT', `/users/${id}/sharing-tags`, { sharingTagId, accessMode })).status).toBe(200)
    return sharingTagId
  }
  const maintainer = { role: 'maintainer', permissions: ['users-read', 'users-write', 'users-delete'] }

  test('a new user has the visibility of the creator', async () => {
    const limits = { libraryIds: [family], ageLimit: 12, showsUnrated: false }
    const maker = await makeUser({ ...maintainer, ...limits })
    const tag = await tagFor(maker.id, 'deny')
    const answer = await ask(await signedIn(maker), 'POST', '/users', account())
    expect(answer.status).toBe(201)
    const { sharingTags, ...child } = await detail((await bodyOf<UserDto>(answer)).id)
    expect(child).toMatchObject(limits)
    expect(sharingTags.map(({ sharingTagId, accessMode }) => [sharingTagId, accessMode])).toEqual([[tag, 'deny']])
  })

  test('and so does one whose maker is limited by a group', async () => {
    const maker = await makeUser(maintainer)
    const group = await bodyOf<{ id: string }>(
      await ask(boss, 'POST', '/access-groups', { name: `Group ${++made}`, libraryIds: [family], ageLimit: 16 }),
    )
    await ask(boss, 'POST', `/access-groups/${group.id}/members`, { userIds: [maker.id] })
    const child = await bodyOf<UserDto>(await ask(await signedIn(maker), 'POST', '/users', account()))
    expect(await detail(child.id)).toMatchObject({ libraryIds: [family], ageLimit: 16 })
  })

  test('an administrator with limits can grant less, and never more', async () => {
    const admin = await makeUser({ role: 'admin', libraryIds: [family, vault], ageLimit: 16 })
    const as = await signedIn(admin)
    const less = await ask(as, 'POST', '/users', { ...account(), libraryIds: [family], ageLimit: 6 })
    expect(less.status).toBe(201)
    const { id } = await bodyOf<UserDto>(less)
    const wider = [{ libraryIds: null }, { ageLimit: null }, { ageLimit: 18 }, { showsUnrated: true }]
    for (const more of wider.slice(0, 3)) {
      expect([more, await reasonOf(await ask(as, 'PATCH', `/users/${id}`, more))]).toEqual([more, [403, 'sees_more']])
      expect(await reasonOf(await ask(as, 'POST', '/users', { ...account(), ...more }))).toEqual([403, 'sees_more'])
    }
    for (const more of wider) {
      const own = await reasonOf(await ask(as, 'PATCH', `/users/${admin.id}`, more))
      expect([more, own]).toEqual([more, [403, 'sees_more']])
    }
    expect(await detail(id)).toMatchObject({ libraryIds: [family], ageLimit: 6 })
    expect(await detail(admin.id)).toMatchObject({ ageLimit: 16 })
  })

  test('accounts that see more are not changed, deleted, signed out, opened by a link or looked through', async () => {
    const sees = await Promise.all([
      makeUser({}),
      makeUser({ libraryIds: [family, vault] }),
      makeUser({ libraryIds: [vault] }),
    ])
    const limited = await makeUser({ role: 'admin', libraryIds: [family] })
    const as = await signedIn(limited)
    for (const { id } of sees) {
      const acts = [
        ['PATCH', `/users/${id}`, { password: 'Engine-No.2' }],
        ['PATCH', `/users/${id}`, { isActive: false }],
        ['DELETE', `/users/${id}`],
        ['GET', `/users/${id}/sessions`],
        ['DELETE', `/users/${id}/sessions`],
        ['DELETE', `/users/${id}/second-factor`],
        ['POST', `/users/${id}/reset-link`],
        ['POST', `/users/${id}/see-as`],
      ] as const
      for (const [method, path, body] of acts) {
        expect([method, path, await reasonOf(await ask(as, method, path, body))]).toEqual([
          method,
          path,
          [403, 'sees_more'],
        ])
      }
    }
    const same = await makeUser({ libraryIds: [family] })
    expect((await ask(as, 'POST', `/users/${same.id}/reset-link`)).status).toBe(201)
    expect((await ask(as, 'PATCH', `/users/${same.id}`, { isActive: false })).status).toBe(200)
    expect((await ask(as, 'DELETE', `/users/${same.id}`)).status).toBe(204)
  })

  test('a sharing tag counts the series that its reader sees', async () => {
    const tag = await bodyOf<{ id: string }>(await ask(boss, 'POST', '/admin/sharing-tags', { name: `Tag ${++made}` }))
    const { reader, write } = database.connection
    for (const id of [family, vault, vault]) {
      const { pk } = await reader.query
        .selectFrom('libraries')
        .select('pk')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const series = newId()
      await write(tx => insertSeries(tx, pk, series, { id: series, book_count: 1 }))
      expect((await ask(boss, 'PUT', `/series/${series}/sharing-tags`, { sharingTagIds: [tag.id] })).status).toBe(200)
    }
    const counts = async (as: Record<string, string>) => {
      const one = await bodyOf<SharingTagDto>(await ask(as, 'GET', `/admin/sharing-tags/${tag.id}`))
      const { data } = await bodyOf<{ data: SharingTagDto[] }>(await ask(as, 'GET', '/admin/sharing-tags'))
      return [one.seriesCount, data.find(({ id }) => id === tag.id)?.seriesCount]
    }
    expect(await counts(boss)).toEqual([3, 3])
    expect(await counts(await signedIn(await makeUser({ role: 'admin', libraryIds: [family] })))).toEqual([1, 1])
  })

  test('an account that gains access while somebody deletes it stays', async () => {
    const { connection } = database
    const limited = await makeUser({ ...maintainer, libraryIds: [family] })
    const { pk } = await connection.reader.query
      .selectFrom('users')
      .select('pk')
      .where('id', '=', limited.id)
      .executeTakeFirstOrThrow()
    const viewer: Viewer = {
      ...SYSTEM_VIEWER,
      userPk: pk,
      userId: limited.id,
      permissions: permissionsOf('maintainer', ['users-read', 'users-write', 'users-delete'], []),
      visibility: { kind: 'libraries', libraryPks: [] },
    }
    const SEES_MORE = 'This user has, or would have, more access than you'
    const raises = [
      [{ role: 'admin' }, undefined],
      [{ libraryIds: [family, vault] }, SEES_MORE],
      [{ libraryIds: null }, SEES_MORE],
    ] as const
    for (const [raise, message] of raises) {
      const { id } = await makeUser({ libraryIds: [family] })
      const deps = {
        reader: connection.reader,
        // The check before the transaction no longer holds when it begins.
        write: (async (work: Parameters<typeof connection.write>[0]) => {
          expect((await ask(boss, 'PATCH', `/users/${id}`, raise)).status).toBe(200)
          return connection.write(work)
        }) as typeof connection.write,
        now: () => 1_800_000_000_000,
        accounts: { forget: () => undefined } as unknown as Parameters<typeof deleteUser>[0]['accounts'],
        announce: () => undefined,
      }
      const error = await deleteUser(deps, viewer, id).catch((thrown: AppError) => thrown)
      expect(error).toMatchObject({ code: 'Forbidden', ...(message && { message }) })
      expect(await detail(id)).toMatchObject(raise)
    }
  })

  test('a user with partial access to libraries changes no groups and no sharing tags', async () => {
    const as = await signedIn(await makeUser({ role: 'admin', ageLimit: 12 }))
    expect(await reasonOf(await ask(as, 'POST', '/access-groups', { name: 'Mine' }))).toEqual([403, 'sees_part'])
    expect(await reasonOf(await ask(as, 'POST', '/admin/sharing-tags', { name: 'Mine' }))).toEqual([403, 'sees_part'])
  })
})
