import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { comic, writeLibrary } from '../../kit/books'
import type { Client } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { mountOddDisk } from '../site/odd-disk'
import { listedBooks, scanAgain, scannedLibrary } from '../site/scanned-library'
import { makeTemplate } from '../site/site'

const BOOKS = 40

export const foldingDisk: Row = {
  id: 'B14',
  does: 'a library on a disk that takes names for the same whatever their case and form of letters, and lists them in NFD (a file system of ours on /dev/fuse: kernels here have neither vfat nor casefold); 40 books and their folders are renamed by case and form alone',
  required: 'the same books with their progress, none twice',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  minutes: 15,
  needs: { umount: 'mount' },
  asRoot: true,
  run,
}

/** By case, by the form of a letter, by the case of the folder, by all at once. */
const RENAMES: readonly ((path: string) => string)[] = [
  path => path.toUpperCase().replace('.CBZ', '.cbz'),
  path => path.normalize('NFC'),
  path => path.normalize('NFD'),
  path => path.toLowerCase(),
  path => path.replace('.cbz', '.CBZ'),
  path => path.normalize('NFC').replace('série', 'SÉRIE'),
]

async function run(trial: Trial): Promise<Outcome> {
  const template = await makeTemplate(trial.database, trial.scratch)
  const faults: string[] = []
  let intact = 0
  let tried = 0
  let looked = 0
  for (let round = 1; round <= trial.rounds; round++) {
    const folder = join(trial.scratch, `disk-${round}`)
    const point = join(trial.scratch, `mounted-${round}`)
    mkdirSync(folder)
    const files: Record<string, Uint8Array> = {}
    for (let at = 0; at < BOOKS; at++) {
      const name = `Série ${at % 4}/Tomé ${at}.cbz`
      files[name] = await comic({ pages: 4, size: { width: 40 + at, height: 60 } })
    }
    writeLibrary(folder, files)
    const disk = await mountOddDisk(folder, point, 'folding')
    const site = await template.make(`site-${round}`)
    const server = await site.serve()
    const admin = server.as(template.token)
    try {
      const library = await scannedLibrary(admin, point)
      for (const { id } of await listedBooks(admin)) await admin.put(`/api/v1/books/${id}/progress`, { currentPage: 2 })
      const before = await state(admin)
      if (before.size !== BOOKS) faults.push(`${before.size} books of ${BOOKS} to begin with`)
      disk.opened()
      for (const [step, rename] of RENAMES.entries()) {
        renameAll(folder, rename)
        const { status } = await scanAgain(admin, library.id)
        const after = await state(admin)
        const opened = disk.opened()
        tried += BOOKS
        intact += [...before].filter(([id, page]) => after.get(id) === page).length
        if (status !== 'completed') faults.push(`renaming ${step + 1}: the scan has ${status}`)
        if (after.size !== BOOKS) faults.push(`renaming ${step + 1}: ${after.size} books`)
        looked += opened.length
      }
    } catch (error) {
      faults.push(`round ${round}: ${(error as Error).message.slice(0, 500)}`)
    }
    await server.end()
    disk.remove()
    trial.say(`round ${round}: ${intact}/${tried} intact, ${faults.length} faults`)
  }
  await template.stop()
  if (intact !== tried) faults.unshift(`${tried - intact} books lost`)
  return {
    n: tried,
    figure: `${intact}/${tried} kept with their progress; ${looked} files were looked into to know them again`,
    faults: faults.slice(0, 20),
  }
}

/** Id -> the page it was read to. */
async function state(admin: Client): Promise<Map<string, number | undefined>> {
  return new Map((await listedBooks(admin)).map(book => [book.id, book.readProgress?.currentPage]))
}

function renameAll(folder: string, rename: (path: string) => string): void {
  for (const series of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, series))) {
      renameSync(join(folder, series, name), join(folder, series, rename(name)))
    }
    renameSync(join(folder, series), join(folder, rename(series)))
  }
}
