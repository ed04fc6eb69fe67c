import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type {
  AccessGroupDto,
  CreateUserRequest,
  ResetLinkDto,
  UpdateAccessGroupRequest,
  UpdateUserRequest,
  UserDto,
  UserRole,
} from '../../api/types'

export type UserFilter = { readonly search: string; readonly role: UserRole | ''; readonly page: number }
export type Mode = 'allow' | 'deny'

export const usersQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: queryKeys.userPage(filter),
    queryFn: ({ signal }) =>
      api.get('/api/v1/users', { query: { ...filter, role: filter.role || null, pageSize: 50 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.user(id),
    queryFn: ({ signal }) => api.get('/api/v1/users/{user_id}', { params: { user_id: id }, signal }),
    staleTime: 0,
  })

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.userSessions(id),
    queryFn: ({ signal }) => api.get('/api/v1/users/{user_id}/sessions', { params: { user_id: id }, signal }),
    staleTime: 0,
  })

export const groupsQuery = queryOptions({
  queryKey: queryKeys.accessGroups,
  queryFn: ({ signal }) => api.get('/api/v1/access-groups', { signal }),
  staleTime: 0,
})

export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.accessGroup(id),
    queryFn: ({ signal }) => api.get('/api/v1/access-groups/{group_id}', { params: { group_id: id }, signal }),
    staleTime: 0,
  })

export const tagsQuery = queryOptions({
  queryKey: queryKeys.sharingTags,
  queryFn: async ({ signal }) =>
    (await api.get('/api/v1/admin/sharing-tags', { query: { pageSize: 500 }, signal })).data,
  staleTime: 0,
})

export const seriesTagsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.seriesTags(id),
    queryFn: ({ signal }) => api.get('/api/v1/series/{series_id}/sharing-tags', { params: { series_id: id }, signal }),
    staleTime: 0,
  })

export const effectiveAccessQuery = (userId: string, seriesId: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.effectiveAccess(userId, seriesId ?? ''),
    queryFn: ({ signal }) =>
      api.get('/api/v1/users/{user_id}/effective-access', { params: { user_id: userId }, query: { seriesId }, signal }),
    staleTime: 0,
  })

/** Queries that one change invalidates: visibility settings affect each other. */
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

/** Grants to set and to remove. */
export type Grants = ReadonlyMap<string, Mode | null>

/** Sent in one request with the rest, so that the user is never without limits. */
function tagged<R extends object>(request: R, grants: Grants) {
  const sharingTags = [...grants].map(([sharingTagId, accessMode]) => ({ sharingTagId, accessMode }))
  return sharingTags.length > 0 ? { ...request, sharingTags } : request
}

export const useCreateUser = (onDone: (made: { user: UserDto; link: ResetLinkDto | null }) => void) =>
  useChange(async ({ request, grants }: { request: CreateUserRequest; grants: Grants }) => {
    const user = await api.post('/api/v1/users', { body: tagged(request, grants) })
    const link = request.password
      ? null
      : await api.post('/api/v1/users/{user_id}/reset-link', { params: { user_id: user.id } })
    return { user, link }
  }, onDone)

export const useUpdateUser = (id: string, onDone: () => void) =>
  useChange(async ({ request, grants }: { request: UpdateUserRequest; grants: Grants }) => {
    const body = tagged(request, grants)
    if (Object.keys(body).length > 0) await api.patch('/api/v1/users/{user_id}', { params: { user_id: id }, body })
  }, onDone)

export const useDeleteUser = (id: string, onDone: () => void) =>
  useChange(() => api.delete('/api/v1/users/{user_id}', { params: { user_id: id } }), onDone)
export const useSignOutUser = (id: string, onDone: (ended: { readonly revoked: number }) => void) =>
  useChange(() => api.delete('/api/v1/users/{user_id}/sessions', { params: { user_id: id } }), onDone)
export const useRemoveSecondFactor = (id: string, onDone: () => void) =>
  useChange(() => api.delete('/api/v1/users/{user_id}/second-factor', { params: { user_id: id } }), onDone)
export const useDeletePicture = (id: string, onDone: () => void) =>
  useChange(() => api.delete('/api/v1/users/{user_id}/avatar', { params: { user_id: id } }), onDone)
export const useActivate = (id: string, onDone: () => void) =>
  useChange(
    (isActive: boolean) => api.patch('/api/v1/users/{user_id}', { params: { user_id: id }, body: { isActive } }),
    onDone,
  )
export const useInvite = (id: string) =>
  useChange(() => api.post('/api/v1/users/{user_id}/reset-link', { params: { user_id: id } }))

export const useCreateGroup = (onDone: (group: AccessGroupDto) => void) =>
  useChange((name: string) => api.post('/api/v1/access-groups', { body: { name } }), onDone)

export const useUpdateGroup = (id: string, onDone: () => void) =>
  useChange(async ({ request, grants }: { request: UpdateAccessGroupRequest; grants: Grants }) => {
    const body = tagged(request, grants)
    if (Object.keys(body).length > 0)
      await api.patch('/api/v1/access-groups/{group_id}', { params: { group_id: id }, body })
  }, onDone)

export const useDeleteGroup = (id: string, onDone: () => void) =>
  useChange(() => api.delete('/api/v1/access-groups/{group_id}', { params: { group_id: id } }), onDone)
export const useAddMember = (id: string) =>
  useChange((userId: string) =>
    api.post('/api/v1/access-groups/{group_id}/members', { params: { group_id: id }, body: { userIds: [userId] } }),
  )
export const useRemoveMember = (id: string) =>
  useChange((userId: string) =>
    api.delete('/api/v1/access-groups/{group_id}/members/{user_id}', { params: { group_id: id, user_id: userId } }),
  )
export const useAddMapping = (id: string) =>
  useChange((oidcGroupName: string) =>
    api.post('/api/v1/access-groups/{group_id}/oidc-mappings', { params: { group_id: id }, body: { oidcGroupName } }),
  )
export const useRemoveMapping = (id: string) =>
  useChange((mappingId: string) =>
    api.delete('/api/v1/access-groups/{group_id}/oidc-mappings/{mapping_id}', {
      params: { group_id: id, mapping_id: mappingId },
    }),
  )

export const useCreateTag = (onDone: () => void) =>
  useChange((name: string) => api.post('/api/v1/admin/sharing-tags', { body: { name } }), onDone)
export const useDeleteTag = (id: string, onDone: () => void) =>
  useChange(() => api.delete('/api/v1/admin/sharing-tags/{tag_id}', { params: { tag_id: id } }), onDone)
export const useShareSeries = (id: string, onDone: () => void) =>
  useChange(async (sharingTagIds: readonly string[]) => {
    await api.put('/api/v1/series/{series_id}/sharing-tags', { params: { series_id: id }, body: { sharingTagIds } })
    void queryClient.invalidateQueries({ queryKey: queryKeys.seriesTags(id) })
  }, onDone)
