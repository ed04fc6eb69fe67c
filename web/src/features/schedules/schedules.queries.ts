import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { CreateScheduleRequest, PatchScheduleRequest, ScheduleDto } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'

export const schedulesQuery = queryOptions({
  queryKey: queryKeys.schedules,
  queryFn: async ({ signal }) => (await api.get('/api/v1/schedules', { signal })).schedules,
  // Times of the next runs change without events.
  refetchInterval: 60_000,
})

/** Adds a schedule, or changes one. */
export function useSaveSchedule(id: string | null, onDone: () => void) {
  return useMutation({
    mutationFn: (schedule: CreateScheduleRequest) => {
      if (id === null) return api.post('/api/v1/schedules', { body: schedule })
      const { libraryId: _, ...change } = schedule
      return api.patch('/api/v1/schedules/{schedule_id}', {
        params: { schedule_id: id },
        body: change satisfies PatchScheduleRequest,
      })
    },
    onSuccess: () => {
      freshen()
      toast({ message: t('action.saved') })
      onDone()
    },
  })
}

export function useSwitchSchedule(id: string) {
  return useMutation({
    mutationFn: (enabled: boolean) =>
      api.patch('/api/v1/schedules/{schedule_id}', { params: { schedule_id: id }, body: { enabled } }),
    onSuccess: changed =>
      queryClient.setQueryData<ScheduleDto[]>(queryKeys.schedules, list =>
        list?.map(one => (one.id === id ? changed : one)),
      ),
    onError: complain,
    onSettled: freshen,
  })
}

export function useRunNow(id: string, name: string) {
  return useMutation({
    mutationFn: () => api.post('/api/v1/schedules/{schedule_id}/run-now', { params: { schedule_id: id } }),
    onSuccess: () => toast({ message: ta('schedules.startedNamed', { name }) }),
    onError: complain,
    onSettled: freshen,
  })
}

/** Deletes at once, with undo: the same schedule is created again. */
export function useDeleteSchedule(schedule: ScheduleDto) {
  const { id, libraryId, name, cronSchedule, timezone, enabled, config } = schedule
  const again = () =>
    api
      .post('/api/v1/schedules', { body: { libraryId, name, cronSchedule, timezone, enabled, config } })
      .then(freshen, complain)
  return useMutation({
    mutationFn: () => api.delete('/api/v1/schedules/{schedule_id}', { params: { schedule_id: id } }),
    onSuccess: () => {
      queryClient.setQueryData<ScheduleDto[]>(queryKeys.schedules, list => list?.filter(one => one.id !== id))
      freshen()
      toast({
        message: ta('schedules.deleted', { name }),
        action: { label: t('action.undo'), run: () => void again() },
      })
    },
    onError: complain,
  })
}

function freshen(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.schedules })
}

function complain(error: unknown): void {
  toast({ message: errorSentence(error), tone: 'bad' })
}
