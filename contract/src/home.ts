import { nullable, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

/** Default rows of a home page, in order. */
export const HOME_ROWS = [
  'continue-reading',
  'on-deck',
  'want-to-read',
  'because-you-read',
  'recently-added-books',
  'recently-added-series',
  'recently-updated-series',
  'recently-read',
  'collections',
  'readlists',
] as const
export const PRESET_ROW = 'preset'

export const HomeRowDto = z
  .object({
    kind: z.enum([...HOME_ROWS, PRESET_ROW]).meta({ id: 'HomeRowKind' }),
    presetId: nullable(Uuid.meta({ description: 'The saved filter, for rows of kind preset' })),
    shown: z.boolean(),
  })
  .meta({ id: 'HomeRowDto' })
export type HomeRowDto = z.infer<typeof HomeRowDto>
export type HomeRowKind = HomeRowDto['kind']

export const HomeDto = z.object({ rows: z.array(HomeRowDto).max(200) }).meta({ id: 'HomeDto' })
export type HomeDto = z.infer<typeof HomeDto>

export const getHome = route({
  id: 'get_home',
  method: 'get',
  path: '/api/v1/user/home',
  tag: 'Users',
  summary: "The rows of the caller's home page, in order",
  access: 'login',
  scope: 'progress-read',
  status: 200,
  payload: json(HomeDto),
})

export const setHome = route({
  id: 'set_home',
  method: 'put',
  path: '/api/v1/user/home',
  tag: 'Users',
  summary: 'Choose and order the rows; omitted default rows are hidden',
  access: 'login',
  scope: 'progress-write',
  body: HomeDto,
  status: 200,
  payload: json(HomeDto),
})

export const resetHome = route({
  id: 'reset_home',
  method: 'delete',
  path: '/api/v1/user/home',
  tag: 'Users',
  summary: 'Restore the default rows',
  access: 'login',
  scope: 'progress-write',
  status: 204,
  payload: nothing,
})
