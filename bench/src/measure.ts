import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFloor } from './floor/floor'
import { vacuum } from './library/fill'
import { fillOrCopy } from './library/filled'
import { comicLibrary, otherFormats } from './library/on-disk'
import { makeReader } from './library/reading'
import { startLoad } from './load/load'
import { SERVER_CORE } from './machine/cores'
import type { Options } from './options'
import type { Result } from './result'
import { feedRows } from './rows/feeds'
import { IDLE_ROWS, idleRows } from './rows/idle-rows'
import { imageRows } from './rows/images'
import { listRows } from './rows/lists'
import { type LoadRow, measureLoad } from './rows/load-row'
import { idleRow, servingRow, startRow } from './rows/process-rows'
import { readingRowNames, readingRows } from './rows/reading'
import { addLibrary, largeScanRows, scanRows } from './rows/scan'
import { searchRows } from './rows/search'
import { singleRows } from './rows/single'
import { STREAM_ROWS, streamRows } from './rows/streams'
import { taskHistoryRows, taskSpeedRow } from './rows/tasks'
import { signIn } from './server/api'
import { type OctavoOptions, startOctavo } from './server/octavo'
import { type Postgres, startPostgres } from './server/postgres'
import { explore, type World } from './world'

/** All measurements, row by row. `scratch` is an empty folder that is removed afterwards. */
export async function measureAll(options: Options, scratch: string): Promise<Result[]> {
  const postgres = options.database === 'postgres' ? await startPostgres() : null
  const stops: (() => Promise<void>)[] = [async () => postgres?.stop()]
  try {
    const tasks = await taskRows(options, scratch, postgres)
    if (options.only?.source === ONLY_TASKS) return tasks
    if (options.only?.source === ONLY_SCAN && options.size === 100_000) return await largeScan(scratch, postgres)
    const place = await placeFor('library', scratch, postgres)
    const results = [...tasks, ...(await prepare(options, place, scratch, postgres))]
    if (isWanted(options, STREAM_ROWS)) {
      progress(STREAM_ROWS)
      results.push(...(await streamRows(await placeFor('streams', scratch, postgres))))
    }
    if (options.size === 2_000 && isWanted(options, IDLE_ROWS)) {
      progress(IDLE_ROWS)
      results.push(...(await idleRows(await placeFor('idle', scratch, postgres))))
    }
    const { octavo, result: start } = await startRow({ ...place, profile: profileOf(options, 'load') })
    stops.unshift(octavo.stop)
    results.push(...wanted(options, [start]))
    if (isWanted(options, 'memory, idle')) results.push(...(await idleRow(octavo)))
    const world = await explore(octavo, await signIn(octavo.url))
    const small = options.size > 2_000 ? await smallWorld(scratch, postgres, stops) : null
    const load = startLoad()
    const floor = await startFloor()
    stops.unshift(load.stop, floor.stop)
    for (const row of await loadRows(options, world, scratch)) {
      if (!isWanted(options, row.name)) continue
      progress(row.name)
      results.push(...(await orLeftOut(() => measureLoad(row, { options, load, floor, world, small }))))
    }
    if (options.size > 20_000 && readingRowNames.some(name => isWanted(options, name))) {
      progress('a reader of ten years')
      const reader = await makeReader(octavo.url, world.api, EVERY_SERIES)
      await vacuum(place)
      results.push(...(await readingRows(reader, name => isWanted(options, name))))
    }
    return [...results, ...wanted(options, servingRow(octavo))]
  } finally {
    for (const stop of stops) await stop()
  }
}

/** A rule that matches all of them, one by one. */
const EVERY_SERIES = { title: { operator: 'isNot', value: 'nothing' } }

/** `--only tasks` spares the library, which no row of tasks asks about. */
const ONLY_TASKS = 'tasks'

/** `--size 100000 --only scan` scans real files; all other rows use database rows without files. */
const ONLY_SCAN = 'scan'

async function largeScan(scratch: string, postgres: Postgres | null): Promise<Result[]> {
  progress('creating 100000 files, which are cached')
  const library = comicLibrary(100_000)
  const octavo = await startOctavo({ ...(await placeFor('library', scratch, postgres)), core: null })
  try {
    progress('scanning them')
    return await largeScanRows(octavo, await signIn(octavo.url), library)
  } finally {
    await octavo.stop()
  }
}

async function taskRows(options: Options, scratch: string, postgres: Postgres | null): Promise<Result[]> {
  const results: Result[] = []
  if (isWanted(options, 'tasks that do nothing')) {
    progress('tasks that do nothing')
    results.push(await taskSpeedRow(await placeFor('tasks', scratch, postgres)))
  }
  if (isWanted(options, 'stats of tasks') || isWanted(options, 'metrics of tasks')) {
    progress('a million tasks that have ended')
    results.push(...wanted(options, await taskHistoryRows(await placeFor('history', scratch, postgres))))
  }
  return results
}

type Place = Omit<OctavoOptions, 'core'>

async function placeFor(name: string, scratch: string, postgres: Postgres | null): Promise<Place> {
  const dataDir = join(scratch, name)
  mkdirSync(dataDir)
  return { dataDir, databaseUrl: postgres ? await postgres.fresh(name) : null }
}

function profileOf({ profile }: Options, phase: 'scan' | 'load'): string | null {
  return profile === null ? null : join(profile, phase)
}

/** Adds the books: by scans if there are files, which are rows themselves; else directly to the database. */
async function prepare(options: Options, place: Place, scratch: string, postgres: Postgres | null): Promise<Result[]> {
  const { size } = options
  if (size > 20_000) {
    progress(`filling the database with ${size} books`)
    await fillOrCopy({ ...place, books: size })
    return []
  }
  const comics = comicLibrary(size === 2_000 ? 2_000 : 20_000)
  const others = size === 2_000 ? otherFormats(comics) : null
  const octavo = await startOctavo({ ...place, core: null, profile: profileOf(options, 'scan') })
  try {
    progress(`scanning ${size} books`)
    const api = await signIn(octavo.url)
    const results = await scanRows(octavo, api, comics, scratch, postgres)
    if (others) await addLibrary(octavo, api, others, 'Other formats')
    return wanted(options, results)
  } finally {
    await octavo.stop()
  }
}

async function smallWorld(scratch: string, postgres: Postgres | null, stops: (() => Promise<void>)[]): Promise<World> {
  const place = await placeFor('small', scratch, postgres)
  await fillOrCopy({ ...place, books: 2_000 })
  const octavo = await startOctavo({ ...place, core: SERVER_CORE })
  stops.unshift(octavo.stop)
  return explore(octavo, await signIn(octavo.url))
}

async function loadRows({ size }: Options, world: World, scratch: string): Promise<LoadRow[]> {
  const images = size === 2_000 ? await imageRows(world, scratch) : []
  return [
    ...listRows(world),
    ...searchRows(world),
    ...images,
    ...feedRows(world),
    ...singleRows(world, join(scratch, 'floor.db')),
  ]
}

function wanted(options: Options, results: readonly Result[]): Result[] {
  return results.filter(({ row }) => isWanted(options, row))
}

function isWanted({ only }: Options, name: string): boolean {
  return only === null || only.test(name)
}

/** A failing row does not affect the others: it is named, and the program exits with an error. */
async function orLeftOut(measure: () => Promise<Result>): Promise<Result[]> {
  try {
    return [await measure()]
  } catch (error) {
    progress(`  left out: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return []
  }
}

/** To standard error, so that the table can be redirected to a file. */
function progress(text: string): void {
  console.error(`  ${text}`)
}
