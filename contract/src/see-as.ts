import { nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import { UserInfo } from './user'
import * as z from './zod'

/** The web app's HttpOnly cookie while viewing as another user; valid only with the session that created it. */
export const SEE_AS_COOKIE = 'see_as_token'

export const SeeAsResponse = z
  .object({
    user: UserInfo,
    accessToken: nullable(z.string()).meta({ description: 'Absent for the web app, which uses a cookie' }),
    tokenType: z.string(),
    endsAt: Timestamp,
  })
  .meta({
    id: 'SeeAsResponse',
    description: "Calls with it see what the user sees and can't change anything",
  })
export type SeeAsResponse = z.infer<typeof SeeAsResponse>

export const seeAs = route({
  id: 'see_as_user',
  scope: 'session',
  method: 'post',
  path: '/api/v1/users/{user_id}/see-as',
  tag: 'Users',
  summary: 'View the app as a less privileged user, for half an hour and read-only',
  access: 'system-admin',
  params: z.object({ user_id: Uuid }),
  status: 200,
  payload: json(SeeAsResponse),
  errors: [404],
})

export const endSeeAs = route({
  id: 'end_see_as',
  method: 'delete',
  path: '/api/v1/auth/see-as',
  tag: 'Auth',
  summary: 'Stop viewing the app as another user',
  access: 'public',
  status: 204,
  payload: nothing,
})
