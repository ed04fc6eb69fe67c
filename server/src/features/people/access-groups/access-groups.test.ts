import { beforeAll, expect, test } from 'bun:test'
import type { AccessGroupDetailDto, AccessGroupDto, EffectiveGrantsResponse } from '@octavo/contract/access-group'
import type { EffectiveAccessDto } from '@octavo/contract/effective-access'
import type { SharingTagDto } from '@octavo/contract/sharing-tag'
import type { UserDetailDto, UserDto } from '@octavo/contract/user'
import { addUser, bearer, bodyOf, createGatedApp, type TestUser } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { requireSeries } from '../access'
import { type ChangingMembers, syncOidcGroups } from './access-groups.store'

forEachDatabase('sharing tags and access groups', database => {
  let gated: ReturnType<typeof createGatedApp>
  let kim: TestUser
  let admin: Record<string, string>
  const series = { plain: newId(), kids: newId(), secret: newId() }
  let kids: SharingTagDto
  let secret: SharingTagDto

  beforeAll(async () => {
    gated = createGatedApp(database.connection)
    admin = await bearer(gated, await addUser(database.connection, 'Ada', { role: 'admin' }))
    kim = await addUser(database.connection, 'Kim')
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'comics')
      for (const [title, id] of Object.entries(series)) {
        const seriesPk = await insertSeries(tx, libraryPk, title, { id, age: title === 'kids' ? 6 : null })
        await insertBook(tx, { libraryPk, seriesPk }, title)
      }
    })
  })

  const ask = (method: string, path: string, body?: unknown, headers = admin) =>
    gated.ask(method, `/api/v1${path}`, { headers, ...(body !== undefined && { body }) })
  const status = async (method: string, path: string, body?: unknown) => (await ask(method, path, body)).status
  const json = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await ask(method, path, body)
    expect(answer.ok, `${method} ${path}: ${await answer.clone().text()}`).toBe(true)
    return bodyOf<T>(answer)
  }
  /** The series visible to Kim. */
  const seen = async () => {
    const account = await gated.accounts.get(kim.id)
    const viewer = {
      ...SYSTEM_VIEWER,
      visibility: account?.visibility ?? { kind: 'libraries' as const, libraryPks: [] },
    }
    const found = await Promise.all(
      Object.entries(series).map(([title, id]) =>
        requireSeries(database.connection.reader, viewer, id).then(
          () => title,
          () => null,
        ),
      ),
    )
    return found.filter(title => title !== null).join(' ')
  }

  test('tags are created, renamed and given to series', async () => {
    kids = await json('POST', '/admin/sharing-tags', { name: 'Kids', description: 'For the young' })
    secret = await json('POST', '/admin/sharing-tags', { name: 'Secret' })
    expect(await status('POST', '/admin/sharing-tags', { name: 'KIDS' })).toBe(400)
    expect(await status('PATCH', `/admin/sharing-tags/${secret.id}`, { name: 'kids' })).toBe(400)
    expect(await json<SharingTagDto>('PATCH', `/admin/sharing-tags/${kids.id}`, { description: null })).toMatchObject({
      name: 'Kids',
      description: null,
    })
    expect(await json<object[]>('PUT', `/series/${series.kids}/sharing-tags`, { sharingTagIds: [kids.id] })).toEqual([
      { id: kids.id, name: 'Kids', description: null },
    ])
    expect(await status('POST', `/series/${series.secret}/sharing-tags`, { sharingTagId: secret.id })).toBe(200)
    expect(await status('POST', `/series/${series.secret}/sharing-tags`, { sharingTagId: secret.id })).toBe(400)
    expect(await status('POST', `/series/${series.secret}/sharing-tags`, { sharingTagId: kids.id })).toBe(200)
    expect(await status('DELETE', `/series/${series.secret}/sharing-tags/${kids.id}`)).toBe(204)
    expect(await status('DELETE', `/series/${series.secret}/sharing-tags/${kids.id}`)).toBe(404)
    expect(await status('PUT', `/series/${series.kids}/sharing-tags`, { sharingTagIds: [newId()] })).toBe(400)
    expect(await status('GET', `/series/${newId()}/sharing-tags`)).toBe(404)
    const { data } = await json<{ data: SharingTagDto[] }>('GET', '/admin/sharing-tags')
    expect(data.map(tag => [tag.name, tag.seriesCount, tag.userCount])).toEqual([
      ['Kids', 1, 0],
      ['Secret', 1, 0],
    ])
  })

  test('a grant to a user is in force at once, and shown to the user', async () => {
    expect(await seen()).toBe('plain kids secret')
    const grant = { sharingTagId: secret.id, accessMode: 'deny' }
    expect(await json<object>('PUT', `/users/${kim.id}/sharing-tags`, grant)).toMatchObject({
      sharingTagId: secret.id,
      sharingTagName: 'Secret',
      accessMode: 'deny',
    })
    expect(await seen()).toBe('plain kids')
    await json('PUT', `/users/${kim.id}/sharing-tags`, { ...grant, accessMode: 'allow' })
    expect(await seen()).toBe('secret')
    const own = await gated.ask('GET', '/api/v1/user/sharing-tags', { headers: await bearer(gated, kim) })
    expect(await bodyOf<object>(own)).toMatchObject({
      userId: kim.id,
      grants: [{ sharingTagId: secret.id, accessMode: 'allow' }],
    })
    const { data } = await json<{ data: { id: string }[] }>('GET', '/users?sharingTag=secret&sharingTagMode=allow')
    expect(data.map(user => user.id)).toEqual([kim.id])
    expect((await json<{ total: number }>('GET', '/users?sharingTag=secret&sharingTagMode=deny')).total).toBe(0)
  })

  test('the only allowed tag of somebody is not deleted, since that would open everything', async () => {
    expect(await status('DELETE', `/admin/sharing-tags/${secret.id}`)).toBe(409)
    expect(await seen()).toBe('secret')
    expect(await status('DELETE', `/users/${kim.id}/sharing-tags/${secret.id}`)).toBe(204)
    expect(await status('DELETE', `/users/${kim.id}/sharing-tags/${secret.id}`)).toBe(404)
    expect(await seen()).toBe('plain kids secret')
  })

  test('a group gives its members its grants and limits, with their source', async () => {
    const group = await json<AccessGroupDto>('POST', '/access-groups', {
      name: 'Children',
      ageLimit: 12,
      showsUnrated: true,
    })
    expect(group).toMatchObject({ ageLimit: 12, showsUnrated: true, libraryIds: null, memberCount: 0 })
    expect(await status('POST', '/access-groups', { name: 'children' })).toBe(400)
    const path = `/access-groups/${group.id}`
    await json('POST', `${path}/members`, { userIds: [kim.id, kim.id] })
    expect(await status('POST', `${path}/members`, { userIds: [newId()] })).toBe(400)
    await json('POST', `${path}/grants`, { sharingTagId: secret.id, accessMode: 'deny' })
    expect(await seen()).toBe('plain kids')
    await json('PATCH', path, { showsUnrated: false })
    expect(await seen()).toBe('kids')
    await json('PUT', `/users/${kim.id}/sharing-tags`, { sharingTagId: secret.id, accessMode: 'deny' })
    expect(await json<EffectiveGrantsResponse>('GET', `/users/${kim.id}/effective-grants`)).toEqual({
      userId: kim.id,
      grants: [
        {
          sharingTagId: secret.id,
          sharingTagName: 'Secret',
          accessMode: 'deny',
          sources: [{ kind: 'user' }, { kind: 'group', groupId: group.id, groupName: 'Children' }],
        },
      ],
    })
    expect(await json<object[]>('GET', `/users/${kim.id}/access-groups`)).toMatchObject([
      { id: group.id, name: 'Children', source: 'manual' },
    ])
    expect(await json<AccessGroupDetailDto>('GET', path)).toMatchObject({
      members: [{ userId: kim.id, username: 'Kim', source: 'manual' }],
      grants: [{ sharingTagId: secret.id, accessMode: 'deny' }],
      oidcMappings: [],
    })
    const why = async (seriesId: string) =>
      (await json<EffectiveAccessDto>('GET', `/users/${kim.id}/effective-access?seriesId=${seriesId}`)).series
    const own = { kind: 'user' }
    const ofGroup = { kind: 'group', groupId: group.id, groupName: 'Children' }
    const inAll = { reason: 'library_open' as const, hides: false, tagName: null, age: null, sources: [] }
    expect(await why(series.secret)).toEqual({
      id: series.secret,
      title: 'secret',
      visible: false,
      reasons: [
        inAll,
        { reason: 'tag_denied', hides: true, tagName: 'Secret', age: null, sources: [own, ofGroup] },
        { reason: 'unrated_hidden', hides: true, tagName: null, age: 12, sources: [ofGroup] },
      ],
    })
    expect(await why(series.kids)).toMatchObject({
      visible: true,
      reasons: [inAll, { reason: 'age_allowed', hides: false, age: 12, sources: [ofGroup] }],
    })
    expect(await status('GET', `/users/${kim.id}/effective-access?seriesId=${newId()}`)).toBe(404)
    expect(await status('DELETE', `${path}/grants/${secret.id}`)).toBe(204)
    expect(await status('DELETE', `${path}/grants/${secret.id}`)).toBe(404)
    expect(await status('DELETE', `${path}/members/${kim.id}`)).toBe(204)
    expect(await status('DELETE', `${path}/members/${kim.id}`)).toBe(404)
    expect(await seen()).toBe('plain kids')
    expect(await status('DELETE', path)).toBe(204)
    for (const method of ['GET', 'DELETE']) expect(await status(method, path)).toBe(404)
  })

  test('a tag that is deleted is off all series and all grants', async () => {
    await json('PUT', `/series/${series.secret}/sharing-tags`, { sharingTagIds: [kids.id, secret.id] })
    expect(await status('DELETE', `/admin/sharing-tags/${secret.id}`)).toBe(204)
    expect(await status('GET', `/admin/sharing-tags/${secret.id}`)).toBe(404)
    expect(await json<{ name: string }[]>('GET', `/series/${series.secret}/sharing-tags`)).toMatchObject([
      { name: 'Kids' },
    ])
    expect(await seen()).toBe('plain kids secret')
  })

  test('groups follow those of an identity provider, and leave alone whom a person has added', async () => {
    const staff = await json<AccessGroupDto>('POST', '/access-groups', { name: 'Staff' })
    const manual = await json<AccessGroupDto>('POST', '/access-groups', { name: 'Manual' })
    const mapping = await json<{ id: string }>('POST', `/access-groups/${staff.id}/oidc-mappings`, {
      oidcGroupName: 'library-staff',
    })
    await json('POST', `/access-groups/${manual.id}/oidc-mappings`, { oidcGroupName: 'others' })
    await json('POST', `/access-groups/${manual.id}/members`, { userIds: [kim.id] })
    const changingMembers: ChangingMembers = (_tx, _groupPks, change) => change()
    const sync = (names: string[]) =>
      database.connection.write(tx => syncOidcGroups(tx, { userPk: kim.pk, names, now: 0 }, changingMembers))
    const groups = async () =>
      (await json<{ name: string; source: string }[]>('GET', `/users/${kim.id}/access-groups`)).map(
        group => `${group.name} ${group.source}`,
      )
    expect(await sync(['library-staff', 'nobody'])).toBe(true)
    expect(await sync(['library-staff'])).toBe(false)
    expect(await groups()).toEqual(['Manual manual', 'Staff oidc'])
    expect(await sync(['Library-Staff'])).toBe(true)
    expect(await groups()).toEqual(['Manual manual'])
    expect(await status('DELETE', `/access-groups/${staff.id}/oidc-mappings/${mapping.id}`)).toBe(204)
    expect(await status('DELETE', `/access-groups/${staff.id}/oidc-mappings/${mapping.id}`)).toBe(404)
  })

  test('a user or a group is created and changed with its sharing tags in one step, or not at all', async () => {
    const request = { username: 'Lou', email: 'lou@example.org', password: 'Engine-No.1' }
    const young = await json<SharingTagDto>('POST', '/admin/sharing-tags', { name: 'Young' })
    const late = await json<SharingTagDto>('POST', '/admin/sharing-tags', { name: 'Late' })
    const tagGrants = [{ sharingTagId: young.id, accessMode: 'allow' }]
    const gone = { sharingTagId: newId(), accessMode: 'deny' }
    expect(await status('POST', '/users', { ...request, sharingTags: [...tagGrants, gone] })).toBe(400)
    expect(
      await status('POST', '/users', {
        ...request,
        sharingTags: [...tagGrants, { ...tagGrants[0], accessMode: 'deny' }],
      }),
    ).toBe(400)
    expect((await json<{ total: number }>('GET', '/users?search=lou')).total).toBe(0)

    const lou = await json<UserDto>('POST', '/users', { ...request, sharingTags: tagGrants })
    const tags = async () =>
      (await json<UserDetailDto>('GET', `/users/${lou.id}`)).sharingTags.map(tag => [
        tag.sharingTagName,
        tag.accessMode,
      ])
    expect(await tags()).toEqual([['Young', 'allow']])
    expect(await status('PATCH', `/users/${lou.id}`, { role: 'maintainer', sharingTags: [gone] })).toBe(400)
    expect(await json<UserDetailDto>('GET', `/users/${lou.id}`)).toMatchObject({ role: 'reader' })
    const change = [
      { sharingTagId: young.id, accessMode: null },
      { sharingTagId: late.id, accessMode: 'deny' },
    ]
    expect(await status('PATCH', `/users/${lou.id}`, { sharingTags: change })).toBe(200)
    expect(await tags()).toEqual([['Late', 'deny']])
    // Unnamed members stay.
    expect(await status('PATCH', `/users/${lou.id}`, { role: 'maintainer', sharingTags: [] })).toBe(200)
    expect(await tags()).toEqual([['Late', 'deny']])
    const clerk = await addUser(database.connection, 'Cleo', { role: 'reader', permissions: ['users-write'] })
    const asClerk = await bearer(gated, clerk)
    const more = { username: 'Max', email: 'max@example.org', password: 'Engine-No.1' }
    expect((await ask('POST', '/users', { ...more, sharingTags: tagGrants }, asClerk)).status).toBe(403)

    const group = await json<AccessGroupDto>('POST', '/access-groups', { name: 'Class 5', sharingTags: tagGrants })
    const grants = async () =>
      (await json<AccessGroupDetailDto>('GET', `/access-groups/${group.id}`)).grants.map(grant => grant.accessMode)
    expect(await grants()).toEqual(['allow'])
    expect(await status('PATCH', `/access-groups/${group.id}`, { name: 'Class 6', sharingTags: [gone] })).toBe(400)
    expect(await json<AccessGroupDto>('GET', `/access-groups/${group.id}`)).toMatchObject({ name: 'Class 5' })
    expect(await status('PATCH', `/access-groups/${group.id}`, { sharingTags: change })).toBe(200)
    expect(await grants()).toEqual(['deny'])
    for (const path of [`/access-groups/${group.id}`, `/users/${lou.id}`])
      expect(await status('DELETE', path)).toBe(204)
  })

  test('all of it is for administrators', async () => {
    const headers = await bearer(gated, kim)
    for (const path of ['/admin/sharing-tags', '/access-groups', `/users/${kim.id}/effective-grants`]) {
      expect((await ask('GET', path, undefined, headers)).status).toBe(403)
    }
  })
})
