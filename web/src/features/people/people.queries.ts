import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type {
  AccessGroupDetailDto,
  AccessGroupDto,
  AccessGroupSummaryDto,
  CreateUserRequest,
  EffectiveAccessDto,
  Paginated,
  ResetLinkDto,
  SessionDto,
  SharingTagDto,
  SharingTagSummaryDto,
  UpdateAccessGroupRequest,
  UpdateUserRequest,
  UserDetailDto,
  UserDto,
} from '../../api/types'

export type UserFilter = { readonly search: string; readonly role: string; readonly page: number }
export type Mode = 'allow' | 'deny'

export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: queryKeys.userPage(filter),
    queryFn: ({ signal }) => api.get<Paginated<UserDto>>('/users', { query: { ...filter, pageSize: 50 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.user(id),
    queryFn: ({ signal }) => api.get<UserDetailDto>(`/users/${id}`, { signal }),
    staleTime: 0,
  })

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.userSessions(id),
    queryFn: ({ signal }) => api.get<SessionDto[]>(`/users/${id}/sessions`, { signal }),
    staleTime: 0,
  })

export const userGroupsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.userGroups(id),
    queryFn: ({ signal }) => api.get<AccessGroupSummaryDto[]>(`/users/${id}/access-groups`, { signal }),
    staleTime: 0,
  })

export const groupsQuery = queryOptions({
  queryKey: queryKeys.accessGroups,
  queryFn: ({ signal }) => api.get<AccessGroupDto[]>('/access-groups', { signal }),
  staleTime: 0,
})

export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.accessGroup(id),
    queryFn: ({ signal }) => api.get<AccessGroupDetailDto>(`/access-groups/${id}`, { signal }),
    staleTime: 0,
  })

export const tagsQuery = queryOptions({
  queryKey: queryKeys.sharingTags,
  queryFn: async ({ signal }) =>
    (await api.get<Paginated<SharingTagDto>>('/admin/sharing-tags', { query: { pageSize: 500 }, signal })).data,
  staleTime: 0,
})

export const seriesTagsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.seriesTags(id),
    queryFn: ({ signal }) => api.get<SharingTagSummaryDto[]>(`/series/${id}/sharing-tags`, { signal }),
    staleTime: 0,
  })

export const effectiveAccessQuery = (userId: string, seriesId: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.effectiveAccess(userId, seriesId ?? ''),
    queryFn: ({ signal }) =>
      api.get<EffectiveAccessDto>(`/users/${userId}/effective-access`, { query: { seriesId }, signal }),
    staleTime: 0,
  })

/** What one change makes stale: who may see what hangs together. */
function freshen(): void {
  for (const queryKey of [queryKeys.users, queryKeys.accessGroups, queryKeys.sharingTags, queryKeys.audit]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

function useChange<In, Out = unknown>(mutationFn: (input: In) => Promise<Out>, onDone?: (result: Out) => void) {
  return useMutation({
    mutationFn,
    onSuccess: result => {
      freshen()
      onDone?.(result)
    },
  })
}

/** Of grants: what is to be set, and what is to be taken back. */
export type Grants = ReadonlyMap<string, Mode | null>

/** They go with the rest in one request: nobody is there for a moment without their limits. */
function tagged<R extends object>(request: R, grants: Grants) {
  const sharingTags = [...grants].map(([sharingTagId, accessMode]) => ({ sharingTagId, accessMode }))
  return sharingTags.length > 0 ? { ...request, sharingTags } : request
}

export const useCreateUser = (onDone: (made: { user: UserDto; link: ResetLinkDto | null }) => void) =>
  useChange(async ({ request, grants }: { request: CreateUserRequest; grants: Grants }) => {
    const user = await api.post<UserDto>('/users', { body: tagged(request, grants) })
    const link = request.password ? null : await api.post<ResetLinkDto>(`/users/${user.id}/reset-link`)
    return { user, link }
  }, onDone)

export const useUpdateUser = (id: string, onDone: () => void) =>
  useChange(async ({ request, grants }: { request: UpdateUserRequest; grants: Grants }) => {
    const body = tagged(request, grants)
    if (Object.keys(body).length > 0) await api.patch<UserDto>(`/users/${id}`, { body })
  }, onDone)

export const useDeleteUser = (id: string, onDone: () => void) => useChange(() => api.delete(`/users/${id}`), onDone)
export const useSignOutUser = (id: string, onDone: (ended: { readonly revoked: number }) => void) =>
  useChange(() => api.delete<{ revoked: number }>(`/users/${id}/sessions`), onDone)
export const useRemoveSecondFactor = (id: string, onDone: () => void) =>
  useChange(() => api.delete(`/users/${id}/second-factor`), onDone)
export const useActivate = (id: string, onDone: () => void) =>
  useChange((isActive: boolean) => api.patch(`/users/${id}`, { body: { isActive } }), onDone)
export const useInvite = (id: string) => useChange(() => api.post<ResetLinkDto>(`/users/${id}/reset-link`))

export const useCreateGroup = (onDone: (group: AccessGroupDto) => void) =>
  useChange((name: string) => api.post<AccessGroupDto>('/access-groups', { body: { name } }), onDone)

export const useUpdateGroup = (id: string, onDone: () => void) =>
  useChange(async ({ request, grants }: { request: UpdateAccessGroupRequest; grants: Grants }) => {
    const body = tagged(request, grants)
    if (Object.keys(body).length > 0) await api.patch(`/access-groups/${id}`, { body })
  }, onDone)

export const useDeleteGroup = (id: string, onDone: () => void) =>
  useChange(() => api.delete(`/access-groups/${id}`), onDone)
export const useAddMember = (id: string) =>
  useChange((userId: string) => api.post(`/access-groups/${id}/members`, { body: { userIds: [userId] } }))
export const useRemoveMember = (id: string) =>
  useChange((userId: string) => api.delete(`/access-groups/${id}/members/${userId}`))
export const useAddMapping = (id: string) =>
  useChange((oidcGroupName: string) => api.post(`/access-groups/${id}/oidc-mappings`, { body: { oidcGroupName } }))
export const useRemoveMapping = (id: string) =>
  useChange((mappingId: string) => api.delete(`/access-groups/${id}/oidc-mappings/${mappingId}`))

export const useCreateTag = (onDone: () => void) =>
  useChange((name: string) => api.post('/admin/sharing-tags', { body: { name } }), onDone)
export const useDeleteTag = (id: string, onDone: () => void) =>
  useChange(() => api.delete(`/admin/sharing-tags/${id}`), onDone)
export const useShareSeries = (id: string, onDone: () => void) =>
  useChange(async (sharingTagIds: readonly string[]) => {
    await api.put(`/series/${id}/sharing-tags`, { body: { sharingTagIds } })
    void queryClient.invalidateQueries({ queryKey: queryKeys.seriesTags(id) })
  }, onDone)
