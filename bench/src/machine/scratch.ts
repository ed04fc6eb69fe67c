import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ON_DISK = '/var/tmp'
const FILES = 50

/**
 * Data folders of a run: on a disk, since /tmp is often in memory, where flushing costs nothing. TMPDIR takes
 * precedence.
 */
export function scratchParent(): string {
  if (process.env.TMPDIR) return tmpdir()
  try {
    accessSync(ON_DISK, constants.W_OK)
    return ON_DISK
  } catch {
    return tmpdir()
  }
}

/**
 * Microseconds of CPU that a new file costs: some 20. Where it is much more, so is every scan: ext4 without a journal
 * looks past each file that was removed nearby in the last five minutes whenever one is made (up to 1,000, measured).
 */
export function newFileCost(scratch: string): number {
  const folder = join(scratch, 'new-files')
  mkdirSync(folder)
  const before = process.cpuUsage()
  for (let file = 0; file < FILES; file++) writeFileSync(join(folder, String(file)), 'x')
  const { user, system } = process.cpuUsage(before)
  rmSync(folder, { recursive: true })
  return Math.round((user + system) / FILES)
}
