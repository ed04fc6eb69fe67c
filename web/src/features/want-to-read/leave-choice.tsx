import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { tw } from './messages'

const key = 'wantToRead.leaveWhenRead'
const queryKey = [...queryKeys.wantToRead, 'leaves'] as const

/** Whether finished items leave the queue automatically. */
export function LeaveChoice() {
  const { data: leaves } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { preferences } = await api.get('/api/v1/user/preferences', { query: { keys: [key] }, signal })
      return preferences.some(({ value }) => value === true)
    },
  })
  const choose = useMutation({
    mutationFn: (value: boolean) => api.put('/api/v1/user/preferences/{key}', { params: { key }, body: { value } }),
    onMutate: value => queryClient.setQueryData(queryKey, value),
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (leaves === undefined) return null
  return (
    <Toggle label={tw('queue.leave')} hint={tw('queue.leaveHint')} on={leaves} onChange={on => choose.mutate(on)} />
  )
}
