import { availableParallelism } from 'node:os'
import { type BareWork, bareThumbnails, bareWalk } from '../floor/bare-work'
import type { DiskLibrary } from '../library/on-disk'
import { CAN_SEE_PROCESSES, cpuSeconds, ownCpuSeconds, watchPeak } from '../machine/processes'
import { median, type Result } from '../result'
import type { Api } from '../server/api'
import type { Octavo } from '../server/octavo'
import type { Postgres } from '../server/postgres'

/** Time limit of a scan. */
const LIMIT_MS = 60 * 60_000
/** Polling costs the server time, so its interval is this many milliseconds, or a fiftieth of the elapsed time. */
const LOOK_MS = { listed: 10, finished: 200, again: 10 }
const LOOK_SHARE = 0.02

interface Scan {
  /** Seconds until every book was in the list, and until nothing was left to do. */
  readonly listed: number
  readonly finished: number
  readonly cpuSeconds: number
  /** Of these, the server's own: the rest is of parser processes. */
  readonly serverSeconds: number
  /** Besides, those of PostgreSQL; null without one. */
  readonly databaseSeconds: number | null
  readonly peakBytes: number
}

/** Makes a library of a folder and waits until all its books are read. */
export async function addLibrary(
  octavo: Octavo,
  api: Api,
  library: DiskLibrary,
  name: string,
  postgres: Postgres | null = null,
): Promise<Scan> {
  const cpu = cpuClock(octavo.pid)
  const databaseBefore = postgres?.cpuSeconds() ?? 0
  const peak = CAN_SEE_PROCESSES ? watchPeak(octavo.pid) : () => 0
  const began = performance.now()
  const { id } = await api.send<{ id: string }>('POST', '/api/v1/libraries', {
    name,
    path: library.folder,
    scanImmediately: true,
  })
  const listed = await until(began, LOOK_MS.listed, async () => (await count(api, `libraryId=${id}`)) >= library.books)
  const finished = await scanEnd(api, id, began, LOOK_MS.finished)
  const databaseSeconds = postgres && postgres.cpuSeconds() - databaseBefore
  return { listed, finished, ...cpu(), databaseSeconds, peakBytes: peak() }
}

function cpuClock(pid: number): () => { cpuSeconds: number; serverSeconds: number } {
  if (!CAN_SEE_PROCESSES) return () => ({ cpuSeconds: 0, serverSeconds: 0 })
  const all = cpuSeconds(pid)
  const server = ownCpuSeconds(pid)
  return () => ({ cpuSeconds: cpuSeconds(pid) - all, serverSeconds: ownCpuSeconds(pid) - server })
}

/** Number of rescans, of which the median counts: the first one includes warm-up, others garbage collection. */
const RESCANS = 7
/** Pause between two of them, as in practice. */
const PAUSE_MS = 500

/** Rows of a first scan, and of those that find nothing new. */
export async function scanRows(
  octavo: Octavo,
  api: Api,
  library: DiskLibrary,
  scratch: string,
  postgres: Postgres | null,
): Promise<Result[]> {
  const walk = await bareWalk(library.folder)
  const scan = await addLibrary(octavo, api, library, 'Comics', postgres)
  const bare = await bareThumbnails(library.folder, availableParallelism(), scratch)
  const rescans: number[] = []
  for (let time = 0; time < RESCANS; time++) {
    rescans.push(await rescan(api))
    await Bun.sleep(PAUSE_MS)
  }
  const again = median(rescans)
  return [
    ...firstScan(library, scan, walk.seconds, bare),
    {
      row: `rescan of ${library.books} books, nothing changed`,
      unit: 's',
      figure: again,
      floor: { name: 'a bare walk and stat', figure: walk.seconds },
      ofFloor: again / walk.seconds,
      target: { timesFloor: 2 },
    },
  ]
}

/** A scan of a large library without comparison to sharp: time, and memory, which must not grow with its size. */
export async function largeScanRows(octavo: Octavo, api: Api, library: DiskLibrary): Promise<Result[]> {
  const { listed, finished, cpuSeconds, peakBytes } = await addLibrary(octavo, api, library, 'Comics')
  return [
    { row: `scan of ${library.books} books, all listed`, unit: 's', figure: listed },
    { row: '... all analysed, all thumbnails', unit: 's', figure: finished },
    { row: '... CPU of all processes', unit: 'CPU-s', figure: cpuSeconds },
    { row: '... most memory of all processes', unit: 'MB', figure: peakBytes / 1e6, target: { atMost: 450 } },
  ]
}

function firstScan(library: DiskLibrary, scan: Scan, walkSeconds: number, bare: BareWork): Result[] {
  const { books } = library
  const measured = books === 2_000
  return [
    {
      row: `scan of ${books} books, all listed`,
      unit: 's',
      figure: scan.listed,
      floor: { name: 'a bare walk and stat', figure: walkSeconds },
      ofFloor: scan.listed / walkSeconds,
      ...(measured && { peer: { figure: 4.6 } }),
      target: { ...(measured && { timesPeer: 5 }), atMost: books / 20_000 },
    },
    {
      row: '... all analysed, all thumbnails',
      unit: 's',
      figure: scan.finished,
      floor: { name: 'bare sharp', figure: bare.seconds },
      ofFloor: scan.finished / bare.seconds,
      ...(measured && { peer: { figure: 84 }, target: { timesPeer: 8 } }),
    },
    {
      row: '... CPU of all processes',
      unit: 'CPU-s',
      figure: scan.cpuSeconds,
      floor: { name: 'bare sharp', figure: bare.cpuSeconds },
      ofFloor: scan.cpuSeconds / bare.cpuSeconds,
      ...(measured && { peer: { figure: 74 } }),
      target: { ...(measured && { timesPeer: 5 }), timesFloor: 1.5 },
      note:
        `${scan.serverSeconds.toFixed(1)} CPU-s of the server, the rest of parser processes` +
        (scan.databaseSeconds === null ? '' : `; besides, ${scan.databaseSeconds.toFixed(1)} CPU-s of PostgreSQL`),
    },
    {
      row: '... most memory of all processes',
      unit: 'MB',
      figure: scan.peakBytes / 1e6,
      peer: { figure: measured ? 210 : 777 },
      target: { atMost: 450 },
    },
  ]
}

/** Scans the first library again and answers how many seconds it took. */
async function rescan(api: Api): Promise<number> {
  const { data } = await api.get<{ data: { id: string }[] }>('/api/v1/libraries')
  const id = data[0]?.id ?? ''
  const began = performance.now()
  await api.send('POST', `/api/v1/libraries/${id}/scan`)
  return scanEnd(api, id, began, LOOK_MS.again)
}

async function scanEnd(api: Api, id: string, began: number, lookMs: number): Promise<number> {
  const path = `/api/v1/libraries/${id}/scan-status`
  return until(began, lookMs, async () => {
    const { status, errors } = await api.get<{ status: string; errors: string[] }>(path)
    if (status === 'failed') throw new Error(`The scan failed: ${errors.join('; ')}`)
    return status === 'completed'
  })
}

async function count(api: Api, question: string): Promise<number> {
  return (await api.get<{ total: number }>(`/api/v1/books?pageSize=1&${question}`)).total
}

/** Seconds from `began` until the condition is true. */
async function until(began: number, lookMs: number, holds: () => Promise<boolean>): Promise<number> {
  while (!(await holds())) {
    if (performance.now() - began > LIMIT_MS) throw new Error('The scan does not end')
    await Bun.sleep(Math.max(lookMs, (performance.now() - began) * LOOK_SHARE))
  }
  return (performance.now() - began) / 1000
}
