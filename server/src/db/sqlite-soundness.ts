import type { Database } from 'bun:sqlite'
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const HEADER = 'SQLite format 3\0'
/**
 * Files up to this size are checked completely at every start: about a second. Larger ones only as far as opening reads
 * them.
 */
export const CHECKED_BYTES = 256 * 1024 * 1024
/** Files of a data folder whose database has been used. */
const TRACES = ['secrets.json', 'thumbnails']
const RESTORE = 'Restore it from a backup; nothing was changed.'

/**
 * Checks the database file before anything opens it for writing.
 * @throws Error with what is wrong and what to do, as a sentence for the operator
 */
export function refuseUnusable(file: string, { usedBefore }: { usedBefore: boolean }): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter(existsSync)) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch {
      throw new Error(
        `${path} is not readable and writable for this user. Make the user that runs Octavo its owner, and that of its folder (chown).`,
      )
    }
  }
  if (sizeOf(file) === 0) {
    if (sizeOf(`${file}-wal`) > 0) throw damaged(file, 'is empty, but its log octavo.db-wal is not')
    if (usedBefore) refuseLoss(file)
  } else if (beginning(file) !== HEADER) throw damaged(file, 'is not a SQLite database')
}

/**
 * Checks the opened database before anything is written to it. SQLite has no checksums, so changed bytes within a value
 * go unnoticed.
 * @throws Error with what is wrong and what to do, as a sentence for the operator
 */
export function refuseDamaged(database: Database, file: string, { usedBefore }: { usedBefore: boolean }): void {
  const [row] = database.query('select count(*) as count from sqlite_schema').all() as { count: number }[]
  const tables = row?.count ?? 0
  const found = sizeOf(file) > CHECKED_BYTES ? 'ok' : quickCheck(database)
  if (found !== 'ok') throw damaged(file, `is damaged (${found})`)
  if (tables === 0 && usedBefore) refuseLoss(file)
}

/** A missing database is created, unless there are signs of a former one. */
function refuseLoss(file: string): void {
  const traces = TRACES.filter(name => existsSync(join(dirname(file), name))).join(' and ')
  if (traces === '') return
  throw new Error(
    `The database ${file} is empty or missing, but ${traces} still exist. Restore it from a backup. ` +
      `To start over, delete ${traces} as well.`,
  )
}

/** Turns SQLite's error for a damaged file into a sentence with what to do; other errors stay as they are. */
export function sentenceOf(error: unknown, file: string): unknown {
  const { code, message } = error as { code?: string; message?: string }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(code ?? '') ? damaged(file, `is damaged (${message})`) : error
}

function quickCheck(database: Database): string {
  const rows = database.query('pragma quick_check(1)').all() as { quick_check: string }[]
  return rows[0]?.quick_check ?? 'the check gave no answer'
}

function damaged(file: string, how: string): Error {
  return new Error(`The database ${file} ${how}. ${RESTORE}`)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function beginning(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER.length)
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return bytes.toString('latin1')
  } finally {
    closeSync(descriptor)
  }
}
