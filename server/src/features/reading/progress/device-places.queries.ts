import type { DevicePlacesResponse } from '@octavo/contract/progress'
import { type Reader, runPrepared } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import { deviceOf } from '../../../kernel/device'
import type { Viewer } from '../../../kernel/viewer'
import type { DevicePlace } from './device-places.rules'
import type { Source } from './newest-reading.rules'
import { shownPercentage } from './percentage.rules'
import { devicesOfRow, type PreviousPlace } from './place-history.rules'
import type { ReadableBook } from './progress.queries'

/** Places of the viewer's devices in a book, latest reading first, and the target of an undo. */
export async function devicePlaces(
  reader: Reader,
  viewer: Viewer,
  book: ReadableBook,
  asking: Source,
): Promise<DevicePlacesResponse> {
  const values = { userPk: viewer.userPk, bookPk: book.pk }
  const [row] = await runPrepared<{ devices: string | null; previous: string | null }, typeof values>(
    reader,
    'progress.device-places',
    values,
    (p, query) =>
      query
        .selectFrom('place_history')
        .select(['devices', 'previous'])
        .where('user_pk', '=', p.userPk)
        .where('book_pk', '=', p.bookPk),
  )
  const known = row ? devicesOfRow(row) : []
  const names = await namesOf(reader, viewer, known)
  const shown = (place: Pick<DevicePlace, 'page' | 'percentage'>) => ({
    currentPage: place.page,
    progressPercentage: shownPercentage(book.file_format, place.percentage, place.page, book.page_count),
  })
  const previous: PreviousPlace | null = row?.previous ? JSON.parse(row.previous) : null
  const undone = previous && (previous.place ? shown(previous.place) : { currentPage: null, progressPercentage: null })
  return {
    devices: known.toReversed().map(place => ({
      device: place.of,
      ...(names.get(place.of) ?? { name: null, client: null, system: null, kind: 'other' as const }),
      ...(place.name !== null && { name: place.name }),
      current: place.of === asking.device || place.of === asking.signIn,
      ...shown(place),
      completed: place.completed,
      readAt: timestamp(place.readAt),
    })),
    undo: undone,
  }
}

type Named = Pick<DevicePlacesResponse['devices'][number], 'name' | 'client' | 'system' | 'kind'>

/** Devices by credential: sessions and API keys of the viewer. */
export async function namesOf(
  reader: Reader,
  viewer: Viewer,
  places: readonly Pick<DevicePlace, 'of' | 'signIn'>[],
): Promise<ReadonlyMap<string, Named>> {
  const signIns = places.flatMap(({ of, signIn }) => (signIn === null ? [] : [{ of, signIn }]))
  if (signIns.length === 0) return new Map()
  const asked = signIns.map(({ signIn }) => signIn)
  const sessions = await reader.query
    .selectFrom('sessions')
    .select(['id', 'user_agent'])
    .where('user_pk', '=', viewer.userPk)
    .where('id', 'in', asked)
    .execute()
  const keys = await reader.query
    .selectFrom('api_keys')
    .select(['key_prefix', 'name'])
    .where('user_pk', '=', viewer.userPk)
    .where('key_prefix', 'in', asked)
    .execute()
  const named = new Map<string, Named>()
  for (const { of, signIn } of signIns) {
    const session = sessions.find(({ id }) => id === signIn)
    const key = keys.find(({ key_prefix }) => key_prefix === signIn)
    if (session) {
      const { client, system, kind } = deviceOf(session.user_agent)
      named.set(of, { name: null, client, system, kind })
    } else if (key) named.set(of, { name: key.name, client: null, system: null, kind: 'other' })
  }
  return named
}
