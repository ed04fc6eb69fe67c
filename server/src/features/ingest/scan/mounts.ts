import { readFile, realpath } from 'node:fs/promises'
import { z } from 'zod'

/** The mount table; available on Linux only, elsewhere it is empty. */
const MOUNT_TABLE = '/proc/self/mountinfo'

/** A disk, share or folder mounted in a library, or containing it. */
export interface Mount {
  /** Absolute. */
  readonly point: string
  /** File system type, such as ext4 or nfs4. */
  readonly type: string
}

/** The mounts below a folder, and those containing it. Empty if unavailable. */
export async function mountsAround(folder: string, table = MOUNT_TABLE): Promise<Mount[]> {
  const [text, root] = await Promise.all([
    readFile(table, 'utf8').catch(() => ''),
    realpath(folder).catch(() => folder),
  ])
  const mounts = text.split('\n').flatMap(mountOf)
  const holds = mounts.filter(({ point }) => isInside(root, point))
  const below = mounts.filter(({ point }) => point !== root && isInside(point, root))
  const all = [...holds, ...below].map(({ point, type }) => ({
    point: asSeenFrom(point, root, folder),
    type,
  }))
  // A later mount at the same point hides the earlier one.
  return [...new Map(all.map(mount => [mount.point, mount])).values()]
}

/** One line: `36 35 98:0 / /mnt/point rw,noatime shared:1 - ext4 /dev/sda1 rw`; see proc_pid_mountinfo(5). */
function mountOf(line: string): Mount[] {
  const [before = '', after = ''] = line.split(' - ')
  const point = before.split(' ')[4]
  const type = after.split(' ')[0]
  return point && type ? [{ point: unescaped(point), type }] : []
}

/** Space, tab, line feed and backslash are written as three octal digits each. */
function unescaped(point: string): string {
  return point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}

/** The library's folder may be a link: paths below it are translated back. */
function asSeenFrom(point: string, root: string, folder: string): string {
  return isInside(point, root) ? folder + point.slice(root.length) : point
}

function isInside(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

/** The mount point relative to the library's folder; empty if it contains all of it. */
export function placeOf(point: string, folder: string): string {
  return point !== folder && isInside(point, folder) ? point.slice(folder.length + 1) : ''
}

/**
 * File systems that generate inodes on demand: after a remount, or under memory pressure, a file gets another one,
 * possibly one that another file had. Overlays change a file's inode when it is written.
 */
const UNSTABLE = new Set([
  '9p',
  'afpfs',
  'aufs',
  'cifs',
  'exfat',
  'msdos',
  'overlay',
  'smb3',
  'smbfs',
  'unionfs',
  'vfat',
])
const UNSTABLE_KINDS = /^fuse|^vboxsf$|^prl_fs$|^vmhgfs$|^virtiofs$/

/** Whether inodes identify files below the folder permanently. True if no mount is known. */
export function inodesStableIn(folder: string, mounts: readonly Mount[]): (path: string) => boolean {
  const byDepth = mounts.toSorted((a, b) => b.point.length - a.point.length)
  const isStable = ({ type }: Mount) => !UNSTABLE.has(type) && !UNSTABLE_KINDS.test(type)
  if (byDepth.every(isStable)) return () => true
  return path => {
    const holder = byDepth.find(({ point }) => isInside(`${folder}/${path}`, point))
    return holder === undefined || isStable(holder)
  }
}

const Mounts = z.array(z.object({ point: z.string(), type: z.string() }))

/** The mounts as stored with the folder. */
export function readMounts(text: string | null): Mount[] {
  return text === null ? [] : Mounts.parse(JSON.parse(text))
}
