// Requests for child profiles, each with a profile of its own.
import { jsonInit } from './objects'
import type { Person } from './people'

const PROFILES = '/api/v1/user/profiles'

export function accountActs({ as }: Person): Readonly<Record<string, () => Promise<Response>>> {
  const added = async (username: string) =>
    (await as.post<{ id: string }>(PROFILES, { username: `child-to-${username}`, ageLimit: 9 })).id
  return {
    update_child_profile: async () =>
      as.fetch(`${PROFILES}/${await added('change')}`, jsonInit({ ageLimit: 12 }, 'PATCH')),
    delete_child_profile: async () => as.fetch(`${PROFILES}/${await added('delete')}`, { method: 'DELETE' }),
    switch_to_child_profile: async () => as.fetch(`${PROFILES}/${await added('enter')}/switch`, { method: 'POST' }),
  }
}
