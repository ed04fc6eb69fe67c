import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { comic, writeLibrary } from '../../kit/books'
import type { Outcome, Row, Trial } from '../harness/row'
import { mountOddDisk, type OddDisk } from '../site/odd-disk'
import { bookRows, lastReport, scanAgain, scannedLibrary } from '../site/scanned-library'
import { makeTemplate, type Template } from '../site/site'

export const lostDisks: Row = {
  id: 'F08',
  does: 'the folder of a library gone, an empty mount point, a disk that answers EIO (all of it, or a part) or nothing at all (a file system of ours on /dev/fuse), one mount within it lost, 30 % of the books vanished; normal and deep scans meanwhile',
  required: 'the library or the part says so, nothing is deleted; when it is back, no file is read again',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  minutes: 30,
  needs: { mount: 'mount', umount: 'mount' },
  asRoot: true,
  run,
}

/** How a disk is lost, and comes back. The library is `root`; `disk` is mounted at `root/Disk` from `root/../disk`. */
interface Loss {
  readonly name: string
  /** Where the disk that errs is; null: plain folders and binds. */
  readonly odd: 'all' | 'part' | null
  readonly lose: (place: Place) => void
  readonly restore: (place: Place) => void
  /** A scan that hears nothing from a disk waits for it a minute. */
  readonly seconds?: number
}

interface Place {
  readonly root: string
  readonly away: string
  readonly disk: OddDisk | null
}

const shell = (...command: [string, ...string[]]) => {
  const { status, stderr } = spawnSync(command[0], command.slice(1), { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
}
const part = ({ root }: Place) => join(root, 'Disk')

const LOSSES: readonly Loss[] = [
  {
    name: 'the folder is gone',
    odd: null,
    lose: ({ root, away }) => renameSync(root, away),
    restore: ({ root, away }) => renameSync(away, root),
  },
  {
    name: 'an empty mount point',
    odd: null,
    lose: ({ root, away }) => {
      renameSync(root, away)
      mkdirSync(root)
    },
    restore: ({ root, away }) => {
      spawnSync('rmdir', [root])
      renameSync(away, root)
    },
  },
  {
    name: 'EIO everywhere',
    odd: 'all',
    lose: ({ disk }) => disk?.fail('EIO'),
    restore: ({ disk }) => disk?.fail(null),
  },
  {
    name: 'EIO in a part',
    odd: 'part',
    lose: ({ disk }) => disk?.fail('EIO'),
    restore: ({ disk }) => disk?.fail(null),
  },
  {
    name: 'no answer',
    odd: 'all',
    lose: ({ disk }) => disk?.hang(),
    restore: ({ disk }) => disk?.goOn(),
    seconds: 420,
  },
  {
    name: 'no answer from a part',
    odd: 'part',
    lose: ({ disk }) => disk?.hang(),
    restore: ({ disk }) => disk?.goOn(),
    seconds: 420,
  },
  {
    name: 'one mount lost',
    odd: null,
    lose: place => shell('umount', part(place)),
    restore: place => shell('mount', '--bind', `${place.root}.disk`, part(place)),
  },
  {
    name: '30 % vanished',
    odd: null,
    lose: ({ root, away }) => renameSync(join(root, 'B'), away),
    restore: ({ root, away }) => renameSync(away, join(root, 'B')),
  },
]

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate(trial.database, trial.scratch)
  const faults: string[] = []
  const sums = { whole: 0, of: 0, deleted: 0, read: 0 }
  for (let round = 1; round <= trial.rounds; round++) {
    for (const [at, loss] of LOSSES.entries()) {
      const result = await tryLoss(template, loss, join(trial.scratch, `${round}-${at}`), `site-${round}-${at}`)
      sums.of++
      sums.deleted += result.deleted
      sums.read += result.read
      if (result.faults.length === 0) sums.whole++
      faults.push(...result.faults.map(fault => `${loss.name}: ${fault}`))
      trial.say(`${loss.name}: ${result.faults.join('; ') || 'as required'}`)
    }
  }
  await template.stop()
  return {
    n: sums.of,
    figure: `deleted ${sums.deleted} and read again ${sums.read} in ${sums.whole}/${sums.of} losses as required`,
    faults: faults.slice(0, 20),
  }
}

async function tryLoss(template: Template, loss: Loss, folder: string, name: string) {
  const root = join(folder, 'library')
  const faults: string[] = []
  let deleted = 0
  let read = 0
  const onDisk = loss.odd === 'all' ? `${root}.disk` : root
  const files: Record<string, Uint8Array> = {}
  for (const [at, path] of bookPaths().entries())
    files[path] = await comic({ pages: 2, size: { width: 30 + at, height: 50 } })
  const inPart = Object.entries(files).filter(([path]) => path.startsWith('Disk/'))
  const others = Object.entries(files).filter(([path]) => !path.startsWith('Disk/'))
  mkdirSync(root, { recursive: true })
  const isBound = loss.name === 'one mount lost'
  const isApart = isBound || loss.odd === 'part'
  writeLibrary(onDisk, isApart ? Object.fromEntries(others) : files)
  if (isApart) writeLibrary(`${root}.disk`, Object.fromEntries(inPart.map(([path, bytes]) => [path.slice(5), bytes])))
  const point = loss.odd === 'all' ? root : join(root, 'Disk')
  mkdirSync(point, { recursive: true })
  const disk = loss.odd === null ? null : await mountOddDisk(`${root}.disk`, point, 'exact')
  if (isBound) shell('mount', '--bind', `${root}.disk`, point)
  const place: Place = { root, away: join(folder, 'away'), disk }
  const site = await template.make(name)
  const server = await site.serve()
  const admin = server.as(template.token)
  try {
    const library = await scannedLibrary(admin, root)
    const before = await bookRows(site)
    loss.lose(place)
    for (const mode of ['normal', 'deep']) {
      await scanAgain(admin, library.id, mode, loss.seconds)
      const hidden = (await bookRows(site)).filter(row => !before.includes(row))
      deleted += hidden.length
      if (hidden.length > 0) faults.push(`a ${mode} scan changed ${hidden.length} books: ${hidden[0]}`)
      const { absences } = await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
      if (absences.length === 0) faults.push(`after a ${mode} scan the library does not say that anything is missing`)
    }
    loss.restore(place)
    disk?.opened()
    const { status } = await scanAgain(admin, library.id)
    if (status !== 'completed') faults.push(`the scan of what is back has ${status}`)
    const opened = disk?.opened().length ?? 0
    const counts = (await lastReport(admin, library.id))?.counts
    read += opened + (counts?.changed ?? 0) + (counts?.new ?? 0)
    if (read > 0) faults.push(`${opened} files read again, ${JSON.stringify(counts)}`)
    if ((await bookRows(site)).join() !== before.join()) faults.push('the books are not as they were')
    const { absences } = await admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
    if (absences.length > 0) faults.push(`something is missing still: ${JSON.stringify(absences)}`)
  } catch (error) {
    faults.push(`${(error as Error).message.slice(0, 400)}\n${server.log().slice(-600)}`)
  }
  disk?.goOn()
  await server.end()
  disk?.remove()
  if (isBound) spawnSync('umount', ['-l', point])
  return { faults, deleted, read }
}

/** Ten books: seven that stay, three in B; three of the seven on a disk of their own. */
function bookPaths(): string[] {
  const of = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.cbz`)
  return [...of('A', 4), ...of('B', 3), ...of('Disk', 3)]
}
