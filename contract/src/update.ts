import { nullable, Timestamp } from './ids'
import { json, route } from './route'
import * as z from './zod'

export const UpdateDto = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether the server looks for new releases' }),
    version: z.string(),
    latest: nullable(z.string()),
    url: nullable(z.string()).meta({ description: 'A page about it' }),
    isNewer: z.boolean(),
    checkedAt: nullable(Timestamp),
  })
  .meta({ id: 'UpdateDto' })
export type UpdateDto = z.infer<typeof UpdateDto>

export const getUpdate = route({
  id: 'get_update',
  method: 'get',
  path: '/api/v1/admin/update',
  tag: 'Admin',
  summary: 'Whether there is a newer version; checked only if an address is set',
  access: 'system-admin',
  status: 200,
  payload: json(UpdateDto),
})
