import type { LibraryWatchDto } from '@octavo/contract/watch'
import { comic } from '../kit/books'
import { type Client, until } from '../kit/client'

export const WATCH = { OCTAVO_WATCH_ENABLED: 'true', OCTAVO_WATCH_POLL_SECONDS: '2' }
let made = 0
export const bytes = () => comic({ pages: 2, size: { width: 60 + made++, height: 90 } })
export const watchOf = (who: Client, id: string) => who.get<LibraryWatchDto>(`/api/v1/libraries/${id}/watch`)
export const watched = (who: Client, id: string) =>
  until(
    () => watchOf(who, id),
    ({ state }) => state === 'events',
    30,
  )
