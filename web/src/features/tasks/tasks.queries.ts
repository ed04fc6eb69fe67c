import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { TaskStateFilter, UpdateTaskControlRequest } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { loadErrorSentences } from './task-error'

export type TaskFilter = {
  readonly status: TaskStateFilter | undefined
  readonly taskType: string | undefined
  readonly libraryId: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** One page of tasks, newest first. The event stream updates it while it is visible. */
export const tasksQuery = (filter: TaskFilter) =>
  queryOptions({
    queryKey: queryKeys.taskList(filter),
    queryFn: async ({ signal }) => {
      const page = await api.get('/api/v1/tasks/list', { query: filter, signal })
      await loadErrorSentences(page.data)
      return page
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.task(id),
    queryFn: async ({ signal }) => {
      const task = await api.get('/api/v1/tasks/{task_id}', { params: { task_id: id }, signal })
      await loadErrorSentences([task])
      return task
    },
    staleTime: 0,
  })

/** `live`: the task is still writing; its lines are not sent as events. */
export const taskLogQuery = (id: string, live: boolean) =>
  queryOptions({
    queryKey: [...queryKeys.taskLog(id), live],
    queryFn: ({ signal }) => api.get('/api/v1/tasks/{task_id}/log', { params: { task_id: id }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? 2000 : false,
    staleTime: 0,
  })

export const taskStatsQuery = queryOptions({
  queryKey: queryKeys.taskStats,
  queryFn: ({ signal }) => api.get('/api/v1/tasks/stats', { signal }),
  staleTime: 0,
})

export const taskControlQuery = queryOptions({
  queryKey: queryKeys.taskControl,
  queryFn: ({ signal }) => api.get('/api/v1/tasks/control', { signal }),
  // Changes arrive as events; quiet hours begin and end without one.
  refetchInterval: 60_000,
})

export type TaskAction = 'cancel' | 'retry' | 'unlock'

export function useTaskAction(id: string) {
  return useMutation({
    mutationFn: (action: TaskAction) => api.post(`/api/v1/tasks/{task_id}/${action}`, { params: { task_id: id } }),
    onSettled: freshenTasks,
    onError: complain,
  })
}

export function useTaskControl(onDone: () => void = () => {}) {
  return useMutation({
    mutationFn: (change: UpdateTaskControlRequest) => api.put('/api/v1/tasks/control', { body: change }),
    onSuccess: control => {
      queryClient.setQueryData(queryKeys.taskControl, control)
      freshenTasks()
      onDone()
    },
  })
}

export function freshenTasks(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.tasks })
}

export function complain(error: unknown): void {
  toast({ message: errorSentence(error), tone: 'bad' })
}
