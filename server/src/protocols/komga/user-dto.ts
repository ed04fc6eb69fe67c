import type { KomgaUserDto } from '@octavo/contract/komga'
import type { Account } from '../../features/people/users'
import type { Viewer } from '../../kernel/viewer'
import { type Asked, holders } from '../read-model'

type Person = Pick<Account, 'id' | 'email' | 'permissions' | 'role' | 'visibility'>

/** Users as Komga describes them, with those of their libraries that the viewer sees too. */
export async function userDtos(
  reader: Asked['reader'],
  people: readonly Person[],
  viewer: Viewer,
): Promise<KomgaUserDto[]> {
  const ours = new Set((await holders.libraries({ reader, viewer })).map(library => library.id))
  const users: KomgaUserDto[] = []
  for (const person of people) users.push(await userDto(reader, person, viewer, ours))
  return users
}

/** One of them. `ours` are the libraries that the viewer sees; without them, a user's own are all named. */
export async function userDto(
  reader: Asked['reader'],
  person: Person,
  viewer: Viewer,
  ours?: ReadonlySet<string>,
): Promise<KomgaUserDto> {
  const { id, email, visibility } = person
  const seesAll = visibility.kind === 'all'
  return {
    ...{ id, email, roles: rolesOf(person), sharedAllLibraries: seesAll },
    sharedLibrariesIds: seesAll ? [] : await sharedLibraries(),
    // Hidden information is revealed to nobody.
    ...{ labelsAllow: [], labelsExclude: [], ageRestriction: null },
    contentRestrictions: { ageRestriction: null, labelsAllow: [], labelsExclude: [] },
  }

  async function sharedLibraries(): Promise<string[]> {
    const theirs = await holders.libraries({ reader, viewer: { ...viewer, visibility } })
    return theirs.map(library => library.id).filter(shared => ours?.has(shared) ?? true)
  }
}

function rolesOf({ permissions, role }: Pick<Person, 'permissions' | 'role'>): string[] {
  return [
    ...(role === 'admin' && permissions.has('system-admin') ? ['ADMIN'] : []),
    'USER',
    ...(permissions.has('books-read') ? ['FILE_DOWNLOAD'] : []),
    ...(permissions.has('pages-read') ? ['PAGE_STREAMING'] : []),
  ]
}
