import { spawnSync } from 'node:child_process'
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../kit/client'

/** A disk of 64 MiB in memory. */
export interface SmallDisk {
  /** Fills it completely. */
  readonly fill: () => void
  readonly makeReadOnly: () => Promise<void>
  /** Undoes both. */
  readonly relieve: () => void
  readonly remove: () => void
}

const CHUNK = Buffer.alloc(64 * 1024)

/** Mounts it over a folder; its contents are copied. */
export function mountSmallDisk(folder: string, keep: string): SmallDisk {
  mkdirSync(folder, { recursive: true })
  cpSync(folder, keep, { recursive: true })
  mount('-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder)
  cpSync(keep, folder, { recursive: true })
  const ballast = join(folder, 'ballast')
  return {
    fill: () => {
      const file = openSync(ballast, 'a')
      try {
        // Down to the last page, also when others write at the same time.
        while (statfsSync(folder).bfree > 0) writeSync(file, CHUNK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    // The kernel refuses while any file is open to be written.
    makeReadOnly: async () => {
      await until(
        async () => spawnSync('mount', ['-o', 'remount,ro', folder]).status === 0,
        done => done,
        20,
      )
    },
    relieve: () => {
      mount('-o', 'remount,rw', folder)
      rmSync(ballast, { force: true })
    },
    remove: () => void spawnSync('umount', ['-l', folder]),
  }
}

/** The same folder at another path, read-only. */
export function mountReadOnly(folder: string, place: string): { readonly remove: () => void } {
  mkdirSync(place)
  mount('--bind', folder, place)
  mount('-o', 'remount,bind,ro', place)
  return { remove: () => void spawnSync('umount', ['-l', place]) }
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`)
}
