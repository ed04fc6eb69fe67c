import type { ScheduleDryRunResponse, ScheduleDto } from '@octavo/contract/schedule'
import { type Client, until } from '../kit/client'

/** Once a year, so that it runs only on request. */
const YEARLY = '0 0 1 1 *'

async function withJob<T>(
  admin: Client,
  libraryId: string | null,
  config: object,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const { id } = await admin.post<ScheduleDto>('/api/v1/schedules', { libraryId, cronSchedule: YEARLY, config })
  const path = `/api/v1/schedules/${id}`
  const result = await use(path)
  await admin.delete(path)
  return result
}

/** Makes a job of a library, or with null of the server, runs it, and answers how it ended. */
export function runJob(admin: Client, libraryId: string | null, config: object): Promise<ScheduleDto> {
  return withJob(admin, libraryId, config, async path => {
    await admin.post(`${path}/run-now`)
    return until(
      () => admin.get<ScheduleDto>(path),
      ({ lastRunStatus }) => lastRunStatus !== null,
    )
  })
}

export function dryRunJob(
  admin: Client,
  libraryId: string | null,
  config: object,
  request?: object,
): Promise<ScheduleDryRunResponse> {
  return withJob(admin, libraryId, config, path => admin.post<ScheduleDryRunResponse>(`${path}/dry-run`, request))
}
