import { LoginResponse } from './auth'
import { nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import { Age, Avatar } from './user'
import * as z from './zod'

/** An account without a password of its own, into which its guardian switches. */
export const ChildProfileDto = z
  .object({
    id: Uuid,
    username: z.string(),
    ageLimit: nullable(Age),
    showsUnrated: z.boolean(),
    libraryIds: nullable(z.array(Uuid)).meta({ description: 'Null if the profile sees every library of its guardian' }),
    createdAt: Timestamp,
    avatar: Avatar,
  })
  .meta({ id: 'ChildProfileDto' })
export type ChildProfileDto = z.infer<typeof ChildProfileDto>

const showsUnrated = z.boolean().optional().meta({ description: 'Whether series without a rating are shown' })

/** Libraries of one profile. */
const MOST_LIBRARIES = 1000

const libraryIds = nullable(z.array(Uuid).max(MOST_LIBRARIES))
  .optional()
  .meta({ description: 'Libraries that the profile sees, of those that its guardian sees; null for all of them' })

export const CreateChildProfileRequest = z
  .object({ username: z.string(), ageLimit: Age, showsUnrated, libraryIds })
  .meta({ id: 'CreateChildProfileRequest' })
export type CreateChildProfileRequest = z.infer<typeof CreateChildProfileRequest>

export const UpdateChildProfileRequest = z
  .object({ ageLimit: Age, showsUnrated, libraryIds })
  .meta({ id: 'UpdateChildProfileRequest' })
export type UpdateChildProfileRequest = z.infer<typeof UpdateChildProfileRequest>

const tag = 'Current User'
const path = '/api/v1/user/profiles'
const params = z.object({ profile_id: Uuid })

export const listChildProfiles = route({
  id: 'list_child_profiles',
  method: 'get',
  path,
  tag,
  summary: "The caller's child profiles",
  access: 'login',
  scope: 'session',
  status: 200,
  payload: json(z.array(ChildProfileDto)),
})

export const createChildProfile = route({
  id: 'create_child_profile',
  method: 'post',
  path,
  tag,
  summary: 'Create a child profile, which sees at most what the caller sees',
  access: 'login',
  scope: 'session',
  body: CreateChildProfileRequest,
  status: 201,
  payload: json(ChildProfileDto),
})

export const updateChildProfile = route({
  id: 'update_child_profile',
  method: 'patch',
  path: `${path}/{profile_id}`,
  tag,
  summary: 'Change the age limit and the libraries of a child profile',
  access: 'login',
  scope: 'session',
  params,
  body: UpdateChildProfileRequest,
  status: 200,
  payload: json(ChildProfileDto),
  errors: [404],
})

export const deleteChildProfile = route({
  id: 'delete_child_profile',
  method: 'delete',
  path: `${path}/{profile_id}`,
  tag,
  summary: 'Delete a child profile with its progress',
  access: 'login',
  scope: 'session',
  params,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const switchToChildProfile = route({
  id: 'switch_to_child_profile',
  method: 'post',
  path: `${path}/{profile_id}/switch`,
  tag,
  summary: 'Sign in to a child profile without a password; in a browser, it replaces the session',
  access: 'login',
  scope: 'session',
  params,
  status: 200,
  payload: json(LoginResponse),
  errors: [404],
})
