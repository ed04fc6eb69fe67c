import { Database } from 'bun:sqlite'
import { cpSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { type Client, until } from '../../kit/client'
import { ADMIN } from '../../kit/server'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants, leftThumbnails } from '../site/invariants'
import { JOBS } from '../site/jobs'
import { untilAtRest, untilRetried } from '../site/rest'
import { makeTemplate, type Server, type Site } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { followEvents } from '../site/stream'

const READERS = 3

export const deletedMeanwhile: Row = {
  id: 'C06',
  does: 'a library removed, a series purged, the row of a user deleted while scans and thumbnails run, people read, and streams are open',
  required: 'no answer of 500 and above, nothing stuck, nothing left that belongs to what is gone',
  databases: ['sqlite', 'postgres'],
  rounds: 10,
  minutes: 15,
  run,
}

interface Counts {
  requests: number
  refused: number
  readonly faults: string[]
}

async function run(trial: Trial): Promise<Outcome> {
  const source = join(trial.scratch, 'source')
  await writeSmallLibrary(source, 4, 6)
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const server = await site.serve({ env: { OCTAVO_EVENTS_STREAMS_PER_USER: '100' } })
  const admin = server.as(template.token)
  const counts: Counts = { requests: 0, refused: 0, faults: [] }
  let untidy = 0
  for (let round = 1; round <= trial.rounds; round++) {
    await oneRound({ site, server, admin, counts, trial, source, round, token: template.token })
    await untilAtRest(site, 60)
    await untilRetried(site, 60)
    untidy += (await leftThumbnails(site)).length
    await age(site)
    await admin.fetch('/api/v1/admin/cleanup-orphans', { method: 'POST' })
    await untilAtRest(site, 60)
    trial.say(`${round} of ${trial.rounds}, ${counts.faults.length} faults`)
  }
  const left = await leftThumbnails(site)
  const orphans = await orphanRows(site)
  counts.faults.push(
    ...left.map(name => `a thumbnail was left: ${name}`),
    ...orphans,
    ...(await brokenInvariants(site)),
  )
  const crashes = server.log().match(/"level":"?(error|50)"?.*/g) ?? []
  await server.end()
  await template.stop()
  return {
    n: trial.rounds * 3,
    figure: `orphans ${left.length + orphans.length} after the clean-up (thumbnails before it: ${untidy}), ${counts.requests} requests, ${counts.refused} of them refused as they should, ${crashes.length} errors in the log`,
    faults: counts.faults.slice(0, 20),
  }
}

interface Scene {
  readonly site: Site
  readonly server: Server
  readonly admin: Client
  readonly token: string
  readonly counts: Counts
  readonly trial: Trial
  readonly source: string
  readonly round: number
}

async function oneRound(scene: Scene): Promise<void> {
  const { site, server, admin, token, counts, trial, source, round } = scene
  const { random } = trial
  const ask = asker(counts)
  const folder = join(trial.scratch, `books ${round}`)
  cpSync(source, folder, { recursive: true })
  const library = await admin.post<LibraryDto>('/api/v1/libraries', {
    name: `Books ${round}`,
    path: folder,
    scanImmediately: true,
  })
  await untilAtRest(site, 60)
  const name = `reader${round}`
  await addUser(site, name)
  const signIn = { username: name, password: ADMIN.password }
  const { accessToken } = await server.as().post<{ accessToken: string }>('/api/v1/auth/login', signIn)
  const streams = [token, accessToken].map(each => followEvents(() => server, each))
  await Promise.all(streams.map(({ open }) => open))
  const { data: books } = await admin.get<Paginated<BookDto>>('/api/v1/books?pageSize=100')
  let going = true
  const people = Array.from({ length: READERS }, async (_, number) => {
    const who = number === 0 ? admin : server.as(accessToken)
    while (going) {
      const { id } = random.pick(books)
      await ask(who, 'GET', `/api/v1/books/${id}`)
      await ask(who, 'GET', `/api/v1/books/${id}/thumbnail`)
      await ask(who, 'PUT', `/api/v1/books/${id}/progress`, { currentPage: 1, completed: false })
      await ask(who, 'GET', '/api/v1/series?pageSize=20')
    }
  })
  const at = { admin, libraryId: library.id, seriesId: books[0]?.seriesId ?? '' }
  for (const job of JOBS.filter(each => ['deep scan', 'thumbnails', 'analysis'].includes(each.name))) {
    const { status } = await job.ask(at)
    if (status >= 500) counts.faults.push(`${job.name} answered ${status}`)
  }
  const pause = () => Bun.sleep(random.whole(400))
  const removals = [
    async () => {
      const series = readdirSync(folder)
      rmSync(join(folder, random.pick(series)), { recursive: true })
      await ask(admin, 'POST', `/api/v1/libraries/${library.id}/scan`, {})
      await pause()
      await ask(admin, 'DELETE', `/api/v1/libraries/${library.id}/purge-deleted`)
    },
    () => removeUser(site, name),
  ]
  for (const remove of random.next() < 0.5 ? removals : removals.reverse()) {
    await pause()
    await remove()
  }
  await pause()
  const gone = await ask(admin, 'DELETE', `/api/v1/libraries/${library.id}`)
  if (gone !== 204 && gone !== 200) counts.faults.push(`the library could not be removed: ${gone}`)
  await Bun.sleep(300)
  going = false
  await Promise.all(people)
  // What another program changes of an account shows within a second.
  await until(
    () => ask(server.as(accessToken), 'GET', '/api/v1/books'),
    status => status === 401,
    5,
  ).catch(() => counts.faults.push('a user whose row is gone still gets answers'))
  await Promise.all(streams.map(stream => stream.stop()))
}

/** The clean-up leaves young files alone, as they may be somebody's who has not reported them yet. */
async function age(site: Site): Promise<void> {
  const folder = join(site.dataDir, 'thumbnails')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO)
  }
}

const LONG_AGO = new Date('2026-01-01')

function asker(counts: Counts) {
  return async (who: Client, method: string, path: string, body?: object): Promise<number> => {
    const sends = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}
    counts.requests++
    try {
      const answer = await who.fetch(path, { method, ...sends, signal: AbortSignal.timeout(30_000) })
      const text = await answer.text()
      if (answer.status >= 500) counts.faults.push(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`)
      else if (answer.status >= 400) counts.refused++
      return answer.status
    } catch (error) {
      counts.faults.push(`${method} ${path} had no answer: ${error}`)
      return 0
    }
  }
}

/** One like the first account, by another name. */
async function addUser(site: Site, name: string): Promise<void> {
  const [row] = await site.run<Record<string, string | number | null>>('select * from users order by pk limit 1')
  const { pk: _pk, ...rest } = row ?? {}
  const user = { ...rest, id: crypto.randomUUID(), username: name, username_key: name, email: name, email_key: name }
  const names = Object.keys(user)
  const places = names.map((_, index) => (site.kind === 'sqlite' ? '?' : `$${index + 1}`))
  await site.run(`insert into users (${names}) values (${places})`, Object.values(user))
}

/** Behind the server's back, as an administrator with a database console would. */
async function removeUser(site: Site, name: string): Promise<void> {
  if (site.kind === 'postgres') {
    // Whom PostgreSQL chooses of two that wait for each other may be this one: it tries again, as a person would.
    for (let attempt = 0; ; attempt++) {
      try {
        return void (await site.run('delete from users where username_key = $1', [name]))
      } catch (error) {
        if (attempt > 10 || !String(error).includes('deadlock')) throw error
      }
    }
  }
  const database = new Database(join(site.dataDir, 'octavo.db'))
  database.run('pragma busy_timeout = 20000')
  database.run('pragma foreign_keys = on')
  database.run('delete from users where username_key = ?', [name])
  database.close()
}

/** All libraries and readers are deleted: any row that still refers to books is an orphan. */
async function orphanRows(site: Site): Promise<readonly string[]> {
  const faults: string[] = []
  for (const table of ['libraries', 'series', 'books', 'book_pages', 'book_metadata', 'book_errors', 'read_progress']) {
    const [row] = await site.run<{ n: number }>(`select count(*) as n from ${table}`)
    if (Number(row?.n) > 0) faults.push(`${row?.n} rows of ${table} were left`)
  }
  return faults
}
