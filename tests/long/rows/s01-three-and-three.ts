import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { until } from '../../kit/client'
import type { OctavoProcess } from '../../kit/process'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants } from '../site/invariants'
import { untilAtRest } from '../site/rest'
import { makeTemplate, type Server, type Site, type Template } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'
import { catalogueOf, difference, everyRow } from '../site/state'
import { followEvents } from '../site/stream'

export const threeAndThree: Row = {
  id: 'S01',
  does: 'three servers and three workers on one PostgreSQL: a scan asked for on all three at once, a change on each, a worker frozen beyond its lease (SIGSTOP for 40 s)',
  required: 'no book done twice, each change heard on the others, the frozen worker changes nothing when it wakes',
  databases: ['postgres'],
  rounds: 1,
  minutes: 15,
  run,
}

const LEASE_AND_MORE_MS = 40_000

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 12, 10)
  const template = await makeTemplate('postgres', trial.scratch)
  const faults: string[] = []
  const figures: string[] = []
  for (let round = 1; round <= trial.rounds; round++) {
    const site = await template.make(`round-${round}`)
    await watchAnalyses(site)
    const servers = await Promise.all([site.serve(), site.serve(), site.serve()])
    const workers = [site.worker(), site.worker(), site.worker()]
    const scene = { site, servers, workers, template, folder }
    try {
      const scan = await scannedOnce(scene)
      const heard = await heardElsewhere(scene)
      const frozen = await frozenWorker(scene)
      faults.push(...scan.faults, ...heard.faults, ...frozen.faults, ...(await brokenInvariants(site)))
      figures.push(scan.figure, heard.figure, frozen.figure)
    } finally {
      for (const process of [...servers, ...workers]) process.signal('SIGCONT')
      await Promise.all([...servers, ...workers].map(process => process.end()))
      await site.remove()
    }
  }
  await template.stop()
  return { n: trial.rounds, figure: figures.join('; '), faults }
}

interface Scene {
  readonly site: Site
  readonly servers: readonly Server[]
  readonly workers: readonly OctavoProcess[]
  readonly template: Template
  readonly folder: string
}

interface Part {
  readonly figure: string
  readonly faults: readonly string[]
}

/** The database itself notes each time that a book's pages are written: by nobody's word but its own. */
async function watchAnalyses(site: Site): Promise<void> {
  await site.run('create table analyses (book_pk bigint not null, at timestamptz not null default clock_timestamp())')
  await site.run(
    `create function note_analysis() returns trigger language plpgsql as
     $$ begin insert into analyses (book_pk) values (new.pk); return new; end $$`,
  )
  await site.run(
    `create trigger note_analysis after update of analyzed on books for each row
     when (new.analyzed and not old.analyzed) execute function note_analysis()`,
  )
}

async function scannedOnce({ site, servers, template, folder }: Scene): Promise<Part> {
  const [first] = servers
  if (!first) throw new Error('There is no server')
  const admin = first.as(template.token)
  const library = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Books', path: folder })
  const began = performance.now()
  const asks = servers.flatMap(server =>
    Array.from({ length: 5 }, () =>
      server.as(template.token).fetch(`/api/v1/libraries/${library.id}/scan`, { method: 'POST' }),
    ),
  )
  await Promise.all(asks)
  await untilAtRest(site, 120)
  const seconds = (performance.now() - began) / 1000
  const twice = await site.run<{ n: number }>('select count(*) as n from analyses group by book_pk having count(*) > 1')
  const [books] = await site.run<{ n: number }>('select count(*) as n from books where analyzed')
  const twins = await site.run('select path from books group by folder_pk, path having count(*) > 1')
  return {
    figure: `${books?.n} books scanned in ${seconds.toFixed(1)} s, ${twice.length} done twice`,
    faults: [
      ...(Number(books?.n) > 100 ? [] : [`only ${books?.n} books were analysed`]),
      ...(twice.length === 0 ? [] : [`${twice.length} books were analysed more than once`]),
      ...(twins.length === 0 ? [] : [`${twins.length} books are there twice`]),
    ],
  }
}

/** A reader turns a page on one server; streams of the same reader are open on the two others. */
async function heardElsewhere({ servers, template }: Scene): Promise<Part> {
  const [first] = servers
  if (!first) throw new Error('There is no server')
  const { data } = await first.as(template.token).get<Paginated<BookDto>>('/api/v1/books?pageSize=100')
  const books = data.filter(({ fileFormat }) => fileFormat === 'cbz')
  const delays: number[] = []
  const faults: string[] = []
  for (const [at, writer] of servers.entries()) {
    const clients = servers.filter(each => each !== writer).map(server => followEvents(() => server, template.token))
    await Promise.all(clients.map(({ open }) => open))
    const book = books[at]
    const began = Date.now()
    await writer.as(template.token).put(`/api/v1/books/${book?.id}/progress`, { currentPage: 2, completed: false })
    for (const listener of clients) {
      const message = () =>
        listener.heard.find(({ data }) => data.type === 'read_progress_updated' && data.bookId === book?.id)
      const found = await until(
        async () => message() ?? null,
        each => each !== null,
        10,
      ).catch(() => null)
      if (found) delays.push(found.at - began)
      else faults.push(`a change on server ${at + 1} was not heard on another within 10 s`)
    }
    await Promise.all(clients.map(listener => listener.stop()))
  }
  return {
    figure: `${delays.length}/6 changes heard on another server, the slowest after ${Math.max(...delays)} ms`,
    faults,
  }
}

/** Freezes the worker that holds the scan, lets another finish it, and wakes the first. */
async function frozenWorker({ site, servers, workers, template }: Scene): Promise<Part> {
  const [first] = servers
  if (!first) throw new Error('There is no server')
  const golden = await catalogueOf(site)
  const admin = first.as(template.token)
  const { data } = await admin.get<Paginated<LibraryDto>>('/api/v1/libraries')
  await admin.post(`/api/v1/libraries/${data[0]?.id}/scan?mode=deep`)
  const taken = () =>
    site.run<{ pk: number; attempt: number; locked_by: string }>(
      "select pk, attempt, locked_by from tasks where task_type = 'scan_library' and status = 'processing'",
    )
  const [held] = await until(taken, rows => rows.length === 1, 30)
  // No matter which holds it: all are frozen, and all but the holder go on.
  const everyone = [...servers, ...workers]
  const holder = await holderOf(site, everyone, held?.pk ?? 0)
  if (!holder) return { figure: 'no worker could be frozen in time', faults: ['the scan ended before it was frozen'] }
  await Bun.sleep(LEASE_AND_MORE_MS)
  await untilAtRest(site, 120)
  const [after] = await site.run<{ status: string; attempt: number }>(
    'select status, attempt from tasks where pk = $1',
    [Number(held?.pk)],
  )
  const before = await everyRow(site)
  holder.signal('SIGCONT')
  await Bun.sleep(8_000)
  const stale = difference(before, await everyRow(site))
  const golds = difference(golden, await catalogueOf(site))
  return {
    figure: `a frozen worker woke after ${LEASE_AND_MORE_MS / 1000} s and changed ${stale.length} rows`,
    faults: [
      ...(after?.status === 'completed' && Number(after.attempt) > Number(held?.attempt)
        ? []
        : [`the scan of the frozen worker was not taken over: ${JSON.stringify(after)}`]),
      ...stale.slice(0, 5).map(line => `the woken worker changed something: ${line}`),
      ...golds.slice(0, 3),
    ],
  }
}

/** Freezes one process after the other until the task's lease stops moving; the others go on. Null when it ended first. */
async function holderOf(site: Site, everyone: readonly OctavoProcess[], pk: number): Promise<OctavoProcess | null> {
  const state = async () => {
    const [row] = await site.run<{ status: string; locked_by: string; lease: string; current: string }>(
      'select status, locked_by, lease_until as lease, progress_current as current from tasks where pk = $1',
      [pk],
    )
    return row
  }
  for (const each of everyone) each.signal('SIGSTOP')
  const frozen = await state()
  if (frozen?.status !== 'processing') return null
  for (const candidate of everyone) {
    for (const other of everyone) if (other !== candidate) other.signal('SIGSTOP')
    candidate.signal('SIGCONT')
    const before = await state()
    // The holder writes progress many times a second.
    await Bun.sleep(400)
    const after = await state()
    candidate.signal('SIGSTOP')
    if (after?.status !== 'processing') return null
    if (after.lease !== before?.lease || after.current !== before?.current) {
      for (const other of everyone) if (other !== candidate) other.signal('SIGCONT')
      return candidate
    }
  }
  return null
}
