import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, queryClient, queryKeys } from '../../api'
import { whenBack } from '../../api/connection'
import { openInReader } from '../../device/deliver'
import { browserTable } from '../../device/unsent-table'
import { openingPlace, type Place } from './place.rules'
import { placeStore } from './place-store'
import { askLocator, askPage, sendPlace } from './progress-api'
import { createProgressSync, type ProgressSync } from './progress-sync'
import { rememberTurned, wasReloadedIn } from './reloaded'
import { createSessionMeter, type SessionMeter } from './session-meter.rules'
import { queueSession, sendSessions } from './session-queue'

export interface ReadingPlace {
  /** Undefined while unknown; null opens at the beginning. */
  readonly start: Place | null | undefined
  /** Call it at every place the reader reaches. */
  readonly moved: (place: Place) => void
  /** Another device has read on to here. */
  readonly offer: Place | null
  readonly dismissOffer: () => void
}

export interface PlaceOptions {
  readonly bookId: string
  readonly counts: 'pages' | 'locators'
  /** Progress is neither read nor written. */
  readonly incognito: boolean
}

/** Synchronises the place of one book while a reader shows it. */
export function useReadingPlace({ bookId, counts, incognito }: PlaceOptions): ReadingPlace {
  const me = useQuery({ queryKey: queryKeys.me, queryFn: () => api.get('/api/v1/auth/me'), staleTime: 60_000 })
  const userId = me.data?.id ?? (me.isError ? 'unknown' : undefined)
  const isSeen = me.data?.seenBy != null
  const [start, setStart] = useState<Place | null | undefined>(incognito ? null : undefined)
  const [offer, setOffer] = useState<Place | null>(null)
  const here = useRef<Place | null>(null)
  const sync = useRef<ProgressSync | null>(null)
  const meter = useRef<SessionMeter | null>(null)

  useEffect(() => {
    if (incognito || userId === undefined) return
    let gone = false
    const ask = () => (counts === 'locators' ? askLocator : askPage)(bookId)
    if (isSeen) {
      // Opened at the viewed person's place; nothing is saved while viewing as another user.
      void ask().then(server => !gone && setStart(openingPlace(server, null)))
      return () => {
        gone = true
      }
    }
    const check = async () => {
      const found = here.current && (await sync.current?.check(here.current))
      if (!gone && found) setOffer(found)
    }
    const closeBook = openInReader(bookId)
    const measuring = createSessionMeter(Date.now)
    meter.current = measuring
    const endSession = (leaving: boolean) => {
      const session = measuring.end()
      if (session) queueSession(userId, bookId, session, leaving)
    }
    void sendSessions(userId)
    const begin = async () => {
      const store = placeStore(browserTable, userId)
      const [server, known] = await Promise.all([ask(), store.read(bookId)])
      if (gone) return
      // Offline, the last known server place is used.
      const unsent = known && (!known.sent || server === undefined) ? known.unsent : null
      const place = openingPlace(server, unsent, wasReloadedIn(bookId))
      const send = sendPlace.bind(null, userId, bookId)
      const base = server === undefined ? (known?.unsent.base ?? null) : (server?.updatedAt ?? null)
      sync.current = createProgressSync(bookId, { store, ask, send, now: Date.now }, base, check)
      here.current = place
      if (known && !known.sent && place === known.unsent.place) sync.current.moved(place)
      else if (server) {
        const savedAt = Date.parse(server.updatedAt)
        // A finished book opens at its beginning.
        if (known && (!known.sent || server.completed)) void store.remove(bookId, known.unsent.savedAt)
        if (!server.completed) void store.learn(bookId, { place: server.place, savedAt, base: server.updatedAt })
      }
      measuring.opened(place?.page ?? 1)
      setStart(place)
    }
    const leave = () => {
      sync.current?.flush()
      endSession(true)
    }
    const whenSeen = () => {
      if (document.visibilityState !== 'visible') return leave()
      if (here.current) measuring.opened(here.current.page)
      void check()
    }
    const whenLeft = leave
    document.addEventListener('visibilitychange', whenSeen)
    window.addEventListener('pagehide', whenLeft)
    const forgetBack = whenBack(() => sync.current?.flush())
    void begin()
    return () => {
      gone = true
      forgetBack()
      document.removeEventListener('visibilitychange', whenSeen)
      window.removeEventListener('pagehide', whenLeft)
      endSession(false)
      meter.current = null
      void sync.current?.stop().then(() => {
        closeBook()
        return refreshLists()
      })
      sync.current = null
      rememberTurned(null)
    }
  }, [bookId, counts, incognito, userId, isSeen])

  const moved = useCallback(
    (place: Place) => {
      here.current = place
      sync.current?.moved(place)
      meter.current?.moved(place)
      rememberTurned(bookId)
    },
    [bookId],
  )
  const dismissOffer = useCallback(() => setOffer(null), [])
  return { start, moved, offer, dismissOffer }
}

/** Progress is shown on cards, rows and pages of books and series alike. */
async function refreshLists(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.books }),
    queryClient.invalidateQueries({ queryKey: queryKeys.series }),
  ])
}
