import { Int32, Timestamp, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

/** A process of Octavo on this database. */
export const ProcessDto = z
  .object({
    id: Uuid,
    kind: z.enum(['serve', 'worker']).meta({ description: 'Whether it serves requests' }),
    host: z.string(),
    pid: Int32,
    version: z.string(),
    startedAt: Timestamp,
    seenAt: Timestamp.meta({ description: 'Its last heartbeat; one is sent every ten seconds' }),
    alive: z.boolean(),
  })
  .meta({ id: 'ProcessDto' })
export type ProcessDto = z.infer<typeof ProcessDto>

export const listProcesses = route({
  id: 'list_processes',
  method: 'get',
  path: '/api/v1/processes',
  tag: 'Health',
  summary: 'Servers and workers on this database, oldest first; a crashed process is listed for a day',
  access: 'system-health',
  status: 200,
  payload: json(z.array(ProcessDto).meta({ id: 'ProcessList' })),
})
