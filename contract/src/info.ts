import { bytes, json, route } from './route'
import * as z from './zod'

export const AppInfoDto = z
  .object({
    name: z.string(),
    version: z.string(),
    deletesFiles: z.boolean().meta({ description: 'Whether the files of books can be deleted from the disk' }),
  })
  .meta({ id: 'AppInfoDto' })
export type AppInfoDto = z.infer<typeof AppInfoDto>

export const getAppInfo = route({
  id: 'get_app_info',
  method: 'get',
  path: '/api/v1/info',
  tag: 'Info',
  summary: 'Name and version of the server',
  access: 'public',
  status: 200,
  payload: json(AppInfoDto),
})

export const healthCheck = route({
  id: 'health_check',
  method: 'get',
  path: '/health',
  tag: 'Health',
  summary: 'Whether the server and its database respond',
  access: 'public',
  status: 200,
  payload: bytes('text/plain'),
  errors: [503],
})
