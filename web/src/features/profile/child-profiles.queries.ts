import { queryOptions } from '@tanstack/react-query'
import { belowBase } from '../../api/base-path'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { UserInfo } from '../../api/types'
import { enter, signIn } from '../auth/session.queries'

export const childProfilesQuery = queryOptions({
  queryKey: queryKeys.childProfiles,
  queryFn: ({ signal }) => api.get('/api/v1/user/profiles', { signal }),
})

export const freshenProfiles = () => queryClient.invalidateQueries({ queryKey: queryKeys.childProfiles })

/** From the guardian into the child's session. */
export async function switchToProfile(id: string): Promise<void> {
  const { user } = await api.post('/api/v1/user/profiles/{profile_id}/switch', { params: { profile_id: id } })
  enterWhole(user)
}

/** Back to the guardian's own sign-in. */
export async function switchBack(username: string, password: string): Promise<void> {
  await signIn({ username, password })
  location.assign(belowBase('/'))
}

/** No data of the previous user stays in memory. */
function enterWhole(user: UserInfo): void {
  enter(user)
  location.assign(belowBase('/'))
}
