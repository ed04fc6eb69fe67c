import { cpSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type ComicOptions, comic } from '../../../../../tests/kit/books'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import type { Connection } from '../../../db'
import { createLogger } from '../../../kernel/log'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { openArtefacts } from '../../../platform/artefacts'
import type { TaskEnd, TaskHandler } from '../../../platform/queue.types'
import { createTaskSignal, type TaskSignal } from '../../../platform/task-signal'
import { startWorker } from '../../../platform/worker'
import type { ParserPool } from '../../../workers'
import { createCovers } from '../../catalogue/covers'
import { createLibrary, findLibrary, updateLibrary } from '../../catalogue/libraries'
import type { NamingChange } from '../../catalogue/naming'
import { NAMING_TASK, namingHandler } from './apply-naming'
import { readAbsences } from './presence'
import { libraryScans } from './request-scan'
import { SCAN_TASK, type ScanDeps, type ScanMode, type ScanPlace } from './scan.types'
import { enqueueScan, scanHandler } from './scan-task'

/** A library in a real folder, scanned by the real worker with real parser processes. */
export interface TestLibrary {
  readonly id: string
  readonly pk: number
  readonly root: string
  readonly deps: ScanDeps
  readonly files: TestFiles
  /** Books and series covers read by the parser processes since the last scan began. */
  readonly opened: readonly string[]
  /** `meanwhile` runs before the first book is read. */
  scan(options?: {
    mode?: ScanMode
    places?: ScanPlace[]
    confirmed?: boolean
    meanwhile?: () => Promise<void>
  }): Promise<TaskEnd>
  /** Runs the pending scan. */
  work(): Promise<TaskEnd>
  /** Runs another pending task. */
  workOn(type: string, handler: TaskHandler): Promise<TaskEnd>
  readonly tasks: TaskSignal
  /** Changes its naming rules and waits until its books are renamed. */
  name(change: NamingChange): Promise<TaskEnd>
  /** Live books by path. */
  books(): Promise<Record<string, BookState>>
  remove(): void
}

export interface BookState {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly number: number | null
  readonly pages: number
  readonly analyzed: boolean
  readonly error: string | null
  readonly series: string
  readonly seriesId: string
}

/** Changes of the folder; paths are below it. */
export interface TestFiles {
  /** Every generated comic differs from all others. */
  add(path: string, options?: Partial<ComicOptions>): Promise<void>
  copy(from: string, to: string): void
  move(from: string, to: string): void
  remove(path: string): void
  /** Another time, the same content. */
  touch(path: string): void
  /** Same content and time in another inode: as after a restore or remount. */
  rewrite(path: string): void
}

let made = 0

function filesBelow(root: string): TestFiles {
  const at = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    return join(root, path)
  }
  return {
    add: async (path, options) => {
      const size = { width: 40 + made++, height: 60 }
      writeFileSync(at(path), await comic({ pages: 1, size, ...options }))
    },
    copy: (from, to) => cpSync(join(root, from), at(to), { recursive: true }),
    move: (from, to) => renameSync(join(root, from), at(to)),
    remove: path => rmSync(join(root, path), { recursive: true }),
    rewrite: path => {
      cpSync(join(root, path), at(`${path}.new`), { preserveTimestamps: true })
      renameSync(at(`${path}.new`), at(path))
    },
    touch: path => utimesSync(join(root, path), 1_600_000_000 + made++, 1_600_000_000 + made),
  }
}

export async function createTestLibrary(
  connection: Connection,
  real: ParserPool,
  more: Pick<ScanDeps, 'statisticsAfter'> = {},
): Promise<TestLibrary> {
  const folder = temporaryFolder('scan')
  const root = join(folder.path, 'library')
  mkdirSync(root)
  const dataDir = join(folder.path, 'data')
  const covers = createCovers({ store: openArtefacts({ kind: 'data-folder' }, dataDir), dataDir })
  const opened: string[] = []
  let meanwhile: (() => Promise<void>) | undefined
  const pool: ParserPool = {
    ...real,
    analyze: async request => {
      opened.push(relative(root, request.path))
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return real.analyze(request)
    },
    cover: request => {
      opened.push(relative(root, request.path))
      return real.cover(request)
    },
  }
  const now = Date.now
  const log = createLogger('silent')
  const tasks = createTaskSignal(connection.wakes)
  const deps: ScanDeps = {
    connection,
    pool,
    covers,
    now,
    log,
    ...more,
    // For processes without permission to mount: see presence.test.ts.
    ...(process.geteuid?.() !== 0 && { mountTable: join(folder.path, 'mountinfo') }),
  }
  const { reader, write } = connection
  const unscheduled = { check: () => undefined, follow: async () => undefined, announce: () => undefined }
  const changes = {
    reader,
    write,
    now,
    scans: libraryScans({ now, tasks }),
    schedules: unscheduled,
    folderRules: { dataDir: '/nowhere', roots: [] },
  }
  const id = await createLibrary(changes, SYSTEM_VIEWER, { name: 'Test', path: root })
  const { pk } = await reader.query.selectFrom('libraries').select('pk').where('id', '=', id).executeTakeFirstOrThrow()

  /** Runs the one pending task of a type with the real worker. */
  async function work(type: string, handler: TaskHandler): Promise<TaskEnd> {
    const ended = Promise.withResolvers<TaskEnd>()
    const worker = await startWorker({
      connection,
      signal: tasks,
      log,
      slots: 1,
      handlers: {
        [type]: {
          run: handler.run,
          ended: async (tx, task, end) => {
            await handler.ended?.(tx, task, end)
            ended.resolve(end)
          },
        },
      },
    })
    const end = await ended.promise
    await worker.stop()
    return end
  }

  return {
    id,
    pk,
    root,
    deps,
    files: filesBelow(root),
    opened,
    async scan(options = {}) {
      opened.length = 0
      meanwhile = options.meanwhile
      const { mode = 'normal' } = options
      const { folders } = await findLibrary(reader, SYSTEM_VIEWER, id)
      const absences = folders.flatMap(({ path: folder, absences }) =>
        readAbsences(absences).map(absence => ({ folder, ...absence })),
      )
      const confirmed = options.confirmed ? absences : []
      await write(tx => enqueueScan(tx, pk, { libraryId: id, mode, confirmed, places: options.places ?? [] }, now()))
      return work(SCAN_TASK, scanHandler(deps))
    },
    work() {
      opened.length = 0
      return work(SCAN_TASK, scanHandler(deps))
    },
    workOn: work,
    tasks,
    async name(change) {
      await updateLibrary(changes, SYSTEM_VIEWER, id, change)
      return work(NAMING_TASK, namingHandler(deps))
    },
    async books() {
      const rows = await reader.query
        .selectFrom('books')
        .innerJoin('series', 'series.pk', 'books.series_pk')
        .select([
          'books.path',
          'books.pk',
          'books.id',
          'books.title',
          'books.number',
          'books.page_count as pages',
          'books.analyzed',
          'books.analysis_error as error',
          'series.path as series',
          'series.id as seriesId',
        ])
        .where('books.library_pk', '=', pk)
        .where('books.deleted', '=', false)
        .orderBy('books.path')
        .execute()
      return Object.fromEntries(rows.map(({ path, ...book }) => [path, book]))
    },
    remove: folder.remove,
  }
}
