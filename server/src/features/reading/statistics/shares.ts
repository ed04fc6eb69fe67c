import type { BREAKDOWNS, ReadingByDeviceDto, ReadingShareDto } from '@octavo/contract/reading-stats'
import type { Reader } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { reports } from '../progress'
import { namesByKey, titlesOf } from './names.queries'
import { type DeviceSums, devicesRead, sharesRead } from './shares.queries'
import { compare, type Sort, shareView, sumsView } from './statistics.view'
import type { Window } from './window.rules'

type Kind = (typeof BREAKDOWNS)[number]

interface Asked {
  readonly kind: Kind
  readonly window: Window
  readonly sort: Sort
  readonly limit: number
}

/** The largest shares of one kind; hidden items are not named. */
export async function breakdown(reader: Reader, viewer: Viewer, asked: Asked): Promise<ReadingShareDto[]> {
  const { kind, window, sort, limit } = asked
  if (kind === 'device') {
    const devices = await devicesView(reader, viewer, await devicesRead(reader, viewer, window), sort)
    return devices.slice(0, limit).map(({ deviceId, deviceName, lastReadAt: _, ...sums }) => ({
      id: deviceId,
      name: deviceName ?? null,
      books: 0,
      ...sums,
    }))
  }
  if (kind === 'format') {
    const formats = await sharesRead(reader, viewer, window, kind, { sort, limit })
    return formats.map(share => shareView(share.key, share.key, share))
  }
  const top = await sharesRead(reader, viewer, window, kind, { sort, limit })
  const pks = top.map(({ key }) => key)
  const names =
    kind === 'series' || kind === 'book'
      ? await titlesOf(reader, viewer, kind === 'series' ? 'series' : 'books', pks)
      : await namesByKey(reader, pks)
  return top.flatMap(share => {
    const named = names.get(share.key)
    return named ? [shareView(named.id, named.name, share)] : []
  })
}

/** Devices with names: their own, else those of their credentials. */
export async function devicesView(
  reader: Reader,
  viewer: Viewer,
  rows: readonly DeviceSums[],
  sort: Sort,
): Promise<ReadingByDeviceDto[]> {
  const nameless = rows.flatMap(({ device, device_name }) =>
    device_name === null ? [{ of: device, signIn: device }] : [],
  )
  const names = await reports.deviceNames(reader, viewer, nameless)
  return rows
    .toSorted((a, b) => compare(a, b, sort))
    .map(row => {
      const known = names.get(row.device)
      const given = [known?.client, known?.system].filter(Boolean).join(', ')
      return {
        deviceId: row.device,
        deviceName: row.device_name ?? known?.name ?? (given || null),
        lastReadAt: timestamp(row.last_at),
        ...sumsView(row, row.finished),
      }
    })
}
