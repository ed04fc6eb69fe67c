import type { EventChannel } from '@octavo/contract/event'
import { addressOf } from '../../api/client'
import { reportSilence } from '../../api/connection'
import { placeAtStart, setLive } from '../../api/live-state'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { EntityChangeEvent, ResyncEvent, ScanStatusDto, TaskProgressEvent, UserInfo } from '../../api/types'
import { forgetEarly } from '../../early/early-answers'
import { affectedByEntity, affectedByTask } from './affected.rules'
import type { SseMessage } from './connect'
import { foldScan, foldTask } from './fold'
import { freshen } from './freshen'
import { shareStream } from './one-stream'

let running: { readonly name: string; readonly end: AbortController } | null = null

/** Follows live changes while this person is signed in. Idempotent. */
export function followEvents(user: UserInfo): void {
  const channels = channelsOf(user.permissions)
  const name = `octavo.live.${user.id}.${channels}`
  if (running?.name === name) return
  stopFollowing()
  const end = new AbortController()
  running = { name, end }
  shareStream(
    name,
    { address: addressOf('/api/v1/events', { query: { channels } }), since: placeAtStart() },
    {
      onMessage: take,
      onPlace: () => {},
      onMissed: () => freshen([{ key: [] }]),
      onSign: () => {},
      onSilence: () => reportSilence(),
      onRefused: () => void queryClient.invalidateQueries(),
      onEnded: stopFollowing,
      onLive: live => {
        setLive(live ? 'live' : 'lost')
        // Running scans and tasks are sent as steps only, so each new connection reads all of them.
        if (live) freshen([{ key: queryKeys.scans }, { key: queryKeys.tasks }])
      },
    },
    end.signal,
  )
}

export function stopFollowing(): void {
  running?.end.abort()
  running = null
  setLive('off')
}

/** A channel that the user may not read would close the whole stream. */
function channelsOf(permissions: readonly string[]): EventChannel[] {
  const may = (permission: string) => permissions.includes(permission)
  const channels: EventChannel[] = ['entities']
  if (may('libraries-read')) channels.push('scans')
  if (may('tasks-read')) channels.push('tasks')
  return channels
}

function take({ event, data }: SseMessage): void {
  const what: unknown = JSON.parse(data)
  if (event === 'task') {
    const step = what as TaskProgressEvent
    freshen(affectedByTask(step, foldTask(step)))
  } else if (event === 'task-control') {
    freshen([{ key: queryKeys.taskControl }])
  } else if (event === 'scan') {
    freshen(foldScan(what as ScanStatusDto))
  } else {
    forgetEarly()
    const change = what as EntityChangeEvent | ResyncEvent
    if (change.type === 'resync') void queryClient.invalidateQueries()
    else freshen(affectedByEntity(change))
  }
}
