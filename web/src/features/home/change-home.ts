import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { HomeDto, HomeRowDto } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { homeQuery } from '../presets'

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Shows changed rows at once and saves them on the server, one change after the other; failed ones are reverted. */
export function changeHome(rows: readonly HomeRowDto[]): void {
  queryClient.setQueryData(homeQuery.queryKey, { rows: [...rows] })
  send(() => api.put('/api/v1/user/home', { body: { rows } }))
}

/** Restores the default rows. */
export function resetHome(): void {
  send(async () => {
    await api.delete('/api/v1/user/home')
    return api.get('/api/v1/user/home')
  })
}

function send(work: () => Promise<HomeDto>): void {
  waiting++
  last = last
    .then(() => queryClient.cancelQueries({ queryKey: queryKeys.home }))
    .then(work)
    .then(
      home => {
        if (waiting === 1) queryClient.setQueryData(homeQuery.queryKey, home)
      },
      error => {
        toast({ message: errorSentence(error), tone: 'bad' })
        void queryClient.invalidateQueries({ queryKey: queryKeys.home })
      },
    )
    .finally(() => {
      waiting--
    })
}
