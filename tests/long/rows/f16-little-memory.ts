import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { until } from '../../kit/client'
import { FIXTURES } from '../../kit/paths'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants } from '../site/invariants'
import { metric, openFiles } from '../site/measures'
import { untilAtRest, untilRetried } from '../site/rest'
import { makeTemplate, type Server, type Site } from '../site/site'

const MEMORY_MB = 512
const FILES = 256
const READERS = 6
const PAGES = 4
/** Pages may wait for parser processes that are busy with a bomb. */
const PATIENCE_MS = 120_000
const REST_SECONDS = 300

export const littleMemory: Row = {
  id: 'F16',
  does: 'a server with its parser processes in 512 MiB of memory and 256 files (a memory cgroup, prlimit) scans the hostile files, and readers open the pages of all of them',
  required: 'parser processes may die, the server does not; no answer of 500; the same books as without limits',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  minutes: 15,
  needs: { prlimit: 'util-linux' },
  asRoot: true,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate(trial.database, trial.scratch)
  const faults: string[] = []
  const free = await template.make('free')
  const unlimited = await free.serve()
  await scanHostile(free, unlimited, template.token)
  const expected = await bookCount(unlimited, template.token)
  await unlimited.end()
  const sums = { answers: 0, killed: 0, oom: 0, peak: 0, files: 0, ended: 0 }
  for (let round = 1; round <= trial.rounds; round++) {
    const site = await template.make(`site-${round}`)
    const group = makeGroup(`octavo-${process.pid}-${round}`)
    const server = await site.serve({ through: group.through })
    const watch = setInterval(() => {
      if (server.isRunning()) sums.files = Math.max(sums.files, openFiles(server.pid))
    }, 200)
    try {
      const scanning = scanHostile(site, server, template.token)
      const reading = readHostile(server, template.token, scanning)
      await scanning
      const seen = await reading
      sums.answers += seen.answers
      faults.push(...seen.faults.slice(0, 5))
      const books = await bookCount(server, template.token)
      if (books !== expected) faults.push(`round ${round}: ${books} books, ${expected} without limits`)
      sums.killed += await metric(server, template.token, 'octavo_parser_killed_total')
      faults.push(...(await brokenInvariants(site)))
    } catch (error) {
      faults.push(`round ${round}: ${(error as Error).message.slice(0, 500)}`)
    }
    clearInterval(watch)
    if (!server.isRunning()) {
      sums.ended++
      faults.push(`round ${round}: the server has ended: ${server.log().slice(-500)}`)
    }
    const { peak, killed } = group.counts()
    sums.peak = Math.max(sums.peak, peak)
    sums.oom += killed
    await server.end()
    group.remove()
    trial.say(`round ${round}: ${faults.length} faults, ${JSON.stringify(sums)}`)
  }
  await template.stop()
  return {
    n: sums.answers,
    figure: `server ended ${sums.ended} times; ${sums.killed} parser processes ended by files, ${sums.oom} by the kernel for want of memory; peak ${Math.round(sums.peak / 2 ** 20)} of ${MEMORY_MB} MiB, ${sums.files} of ${FILES} files; ${sums.answers} pages and lists answered meanwhile`,
    faults,
  }
}

async function scanHostile(site: Site, server: Server, token: string): Promise<void> {
  const path = join(FIXTURES, 'hostile')
  await server.as(token).post<LibraryDto>('/api/v1/libraries', { name: 'Hostile', path, scanImmediately: true })
  await untilAtRest(site, REST_SECONDS)
  await untilRetried(site, REST_SECONDS)
}

async function allBooks(server: Server, token: string): Promise<readonly BookDto[]> {
  return (await server.as(token).get<Paginated<BookDto>>('/api/v1/books?pageSize=500')).data
}

async function bookCount(server: Server, token: string): Promise<number> {
  return (await allBooks(server, token)).length
}

/** Opens the first pages of every book, over and over until the scan has ended and once more. */
async function readHostile(server: Server, token: string, scanning: Promise<void>) {
  const faults: string[] = []
  let answers = 0
  let scanned = false
  const done = () => {
    scanned = true
  }
  void scanning.then(done, done)
  async function ask(path: string): Promise<void> {
    try {
      const answer = await server.as(token).fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS) })
      await answer.arrayBuffer()
      answers++
      if (answer.status === 500) faults.push(`${path} answered 500`)
    } catch (error) {
      faults.push(`${path}: ${(error as Error).message}`)
    }
  }
  const books = await until(
    () => allBooks(server, token),
    list => list.length > 0,
    60,
  )
  for (let last = false; ; ) {
    last = scanned
    const paths = (last ? await allBooks(server, token) : books).flatMap(({ id }) => [
      ...Array.from({ length: PAGES }, (_, page) => `/api/v1/books/${id}/pages/${page + 1}`),
      `/api/v1/books/${id}/thumbnail`,
      '/api/v1/series?pageSize=50',
    ])
    const reader = async () => {
      for (let path = paths.pop(); path !== undefined && server.isRunning(); path = paths.pop()) await ask(path)
    }
    await Promise.all(Array.from({ length: READERS }, reader))
    if (last || !server.isRunning()) return { answers, faults }
  }
}

/** A group of processes with so much memory between them, by either version of the kernel's interface. */
function makeGroup(name: string) {
  const old = existsSync('/sys/fs/cgroup/memory/cgroup.procs')
  const folder = join(old ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup', name)
  mkdirSync(folder)
  const bytes = String(MEMORY_MB * 2 ** 20)
  writeFileSync(join(folder, old ? 'memory.limit_in_bytes' : 'memory.max'), bytes)
  const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '')
  return {
    through: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec prlimit --nofile=${FILES} -- "$@"`, 'sh'],
    counts: () => ({
      peak: Number(read(old ? 'memory.max_usage_in_bytes' : 'memory.peak')),
      killed: Number(/^oom_kill (\d+)/m.exec(read(old ? 'memory.oom_control' : 'memory.events'))?.[1] ?? 0),
    }),
    // A group with processes stays; the run ends them with itself.
    remove: () => {
      try {
        rmdirSync(folder)
      } catch {}
    },
  }
}
