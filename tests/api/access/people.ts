// The callers that the table of access distinguishes.
import { PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '@octavo/contract/access'
import { type Route, scopeOf } from '@octavo/contract/route'
import type { SeeAsResponse } from '@octavo/contract/see-as'
import type { UserDto } from '@octavo/contract/user'
import { type Client, client } from '../../kit/client'
import type { Inhabited } from '../people'

export const PASSWORD = 'Engine-No.1'

/** What is hidden from somebody: nothing, a library, or the series of a tag or age. */
export const LIMITS = ['none', 'library', 'tag', 'age'] as const
export type Limit = (typeof LIMITS)[number]

/** A signed-in user. */
export interface Person {
  readonly name: string
  readonly role: Role
  readonly limit: Limit
  readonly user: UserDto
  readonly as: Client
}

/** Somebody without any access, or a key with other permissions. */
export interface Refused {
  readonly name: string
  readonly status: 401 | 403
  /** The caller of an operation. */
  readonly as: (route: Route) => Client
  /** The place of refusal, if it differs from the status's default. */
  readonly where?: (route: Route) => boolean
}

export const permissionOf = ({ access }: Route): Permission | null =>
  access === 'public' || access === 'login' ? null : access

export const mayCall = ({ role, limit }: Person, route: Route): boolean => {
  const needed = permissionOf(route)
  if (route.wholeSight && limit !== 'none') return false
  return needed === null || ROLE_PERMISSIONS[role].includes(needed)
}

export async function signIn(octavo: Inhabited, username: string): Promise<Client> {
  const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', {
    username,
    password: PASSWORD,
  })
  return client(octavo.url, { authorization: `Bearer ${accessToken}` })
}

export async function makePerson(
  octavo: Inhabited,
  name: string,
  more: { readonly role?: Role; readonly limit?: Limit } & Record<string, unknown> = {},
): Promise<Person> {
  const { role = 'reader', limit = 'none', ...limits } = more
  const username = `some-${name.replaceAll(' ', '-')}`
  const email = `${username}@example.org`
  const user = await octavo.admin.post<UserDto>('/api/v1/users', {
    username,
    email,
    password: PASSWORD,
    role,
    ...limits,
  })
  const as = await signIn(octavo, username)
  await as.put('/api/v1/user/preferences/app.matrix', { value: 1 })
  return { name, role, limit, user, as }
}

/** Each role without limits and with each of them. */
export async function makePeople(octavo: Inhabited, libraryIds: readonly string[], tagId: string): Promise<Person[]> {
  const people: Person[] = []
  for (const role of ROLES) {
    people.push(await makePerson(octavo, role, { role }))
    people.push(await makePerson(octavo, `${role} by library`, { role, limit: 'library', libraryIds }))
    people.push(await makePerson(octavo, `${role} by age`, { role, limit: 'age', ageLimit: 12, showsUnrated: true }))
    const tagged = await makePerson(octavo, `${role} by tag`, { role, limit: 'tag' })
    await octavo.admin.put(`/api/v1/users/${tagged.user.id}/sharing-tags`, { sharingTagId: tagId, accessMode: 'deny' })
    people.push(tagged)
  }
  return people
}

/** People who have lost a permission, people who never had it, and keys with other permissions. */
export async function makeRefused(octavo: Inhabited): Promise<Refused[]> {
  const left = await makePerson(octavo, 'left', { role: 'admin' })
  await octavo.admin.patch(`/api/v1/users/${left.user.id}`, { isActive: false })
  const keyOf = (permissions: readonly string[]) =>
    octavo.admin.post<{ id: string; key: string }>('/api/v1/api-keys', { name: 'matrix', permissions })
  const [narrow, other, expired] = [
    await keyOf(['system-health']),
    await keyOf(['pages-read']),
    await keyOf(PERMISSIONS),
  ]
  await octavo.execute(`update api_keys set expires_at = 1 where id = '${expired.id}'`)
  const lookedAt = await makePerson(octavo, 'looked at', { role: 'maintainer' })
  const { accessToken } = await octavo.admin.post<SeeAsResponse>(`/api/v1/users/${lookedAt.user.id}/see-as`)
  const onlooker = client(octavo.url, { authorization: `Bearer ${accessToken}` })
  const byKey = ({ key }: { key: string }) => client(octavo.url, { 'x-api-key': key })
  const [asNarrow, asOther, asExpired] = [byKey(narrow), byKey(other), byKey(expired)]
  return [
    { name: 'anonymous', status: 401, as: () => octavo.anonymous },
    { name: 'deactivated', status: 401, as: () => left.as },
    { name: 'expired', status: 401, as: () => asExpired },
    {
      name: 'key without the scope',
      status: 403,
      as: route => (scopeOf(route) === 'system-health' ? asOther : asNarrow),
    },
    {
      name: 'admin who sees as a maintainer',
      status: 403,
      as: () => onlooker,
      where: ({ method, reads }) => method !== 'get' && !reads,
    },
  ]
}

/** A client with a key of the administrator. */
export async function makeKey({ admin, url }: Inhabited, permissions: readonly Permission[]): Promise<Client> {
  const { key } = await admin.post<{ key: string }>('/api/v1/api-keys', { name: 'matrix', permissions })
  return client(url, { 'x-api-key': key })
}
