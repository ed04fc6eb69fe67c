import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder seen through our own file system, which fails on request. */
export interface OddDisk {
  /** Every call is answered with EIO, or (null) normally. */
  readonly fail: (how: 'EIO' | null) => void
  /** No call is answered until it is resumed. */
  readonly hang: () => void
  readonly goOn: () => void
  /** Paths that were opened to be read since this was last asked. */
  readonly opened: () => readonly string[]
  readonly remove: () => void
}

/** `folding`: names are the same whatever their case and form of letters, and are listed in NFD, as a Mac's disks do. */
export async function mountOddDisk(folder: string, point: string, kind: 'exact' | 'folding'): Promise<OddDisk> {
  mkdirSync(point, { recursive: true })
  const orders = `${folder}.orders`
  const log = `${folder}.opened`
  writeFileSync(orders, '')
  writeFileSync(log, '')
  const program = join(import.meta.dir, 'odd-disk-process.ts')
  const child = spawn(process.execPath, [program, folder, point, orders, log, kind], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', part => {
      said += String(part)
    })
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error(`The disk was not mounted: ${said}`)))
  })
  return {
    fail: how => writeFileSync(orders, how ?? ''),
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    opened: () => {
      const paths = readFileSync(log, 'utf8')
        .split('\n')
        .filter(path => path !== '')
      writeFileSync(log, '')
      return paths
    },
    remove: () => {
      child.kill('SIGCONT')
      spawnSync('umount', ['-l', point])
      child.kill('SIGKILL')
    },
  }
}
