import type { FileStamp } from './facts'

const MOST = Number.MAX_SAFE_INTEGER

/** A file's `stat` within the limits of its columns: file systems allow sizes, times and inodes beyond 2^53. */
export function storableStamp({ size, modifiedMs, inode }: FileStamp): FileStamp {
  return { size: within(size, 0), modifiedMs: within(Math.floor(modifiedMs), -MOST), inode: within(inode % MOST, 0) }
}

function within(value: number, least: number): number {
  return Number.isNaN(value) ? 0 : Math.min(Math.max(value, least), MOST)
}
