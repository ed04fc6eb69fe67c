import { PERMISSIONS } from './access'
import { GrantSourceDto } from './access-group'
import { nullable, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

/** Why a rule shows or hides a series. */
export const ACCESS_REASONS = [
  'library_open',
  'library_allowed',
  'library_hidden',
  'tag_denied',
  'tag_allowed',
  'tag_missing',
  'age_allowed',
  'age_too_old',
  'unrated_shown',
  'unrated_hidden',
] as const

export const AccessReasonDto = z
  .object({
    reason: z.enum(ACCESS_REASONS),
    hides: z.boolean(),
    tagName: nullable(z.string()).meta({ description: 'For rules about a sharing tag' }),
    age: nullable(z.int()).meta({ description: 'The limit, for rules about age' }),
    sources: z.array(GrantSourceDto).meta({ description: 'Where the rule comes from: the user or groups' }),
  })
  .meta({ id: 'AccessReasonDto' })
export type AccessReasonDto = z.infer<typeof AccessReasonDto>

export const EffectiveAccessDto = z
  .object({
    userId: Uuid,
    isActive: z.boolean(),
    permissions: z.array(
      z.object({
        permission: z.enum(PERMISSIONS),
        held: z.boolean(),
        because: z.enum(['role', 'added', 'denied', 'guardian', 'none']),
      }),
    ),
    series: nullable(
      z.object({
        id: Uuid,
        title: z.string(),
        visible: z.boolean().meta({ description: 'The decision that every list, page, image and stream follows' }),
        reasons: z.array(AccessReasonDto),
      }),
    ).meta({ description: 'With seriesId: whether this user sees the series, and why' }),
  })
  .meta({ id: 'EffectiveAccessDto' })
export type EffectiveAccessDto = z.infer<typeof EffectiveAccessDto>

export const getUserEffectiveAccess = route({
  id: 'get_user_effective_access',
  method: 'get',
  path: '/api/v1/users/{user_id}/effective-access',
  tag: 'Users',
  summary: 'Permissions of a user with reasons, and why they can or cannot see a series',
  access: 'system-admin',
  params: z.object({ user_id: Uuid }),
  query: z.object({ seriesId: Uuid.optional() }),
  status: 200,
  payload: json(EffectiveAccessDto),
  errors: [404],
})
