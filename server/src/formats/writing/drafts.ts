import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { refuse } from '../problem'
import { DISK_REFUSALS, REFUSAL_SENTENCES, refuseWriting } from './refuse-writing'

/** Disk space to leave free. */
const SPARE_BYTES = 64 * 1024 * 1024

/** Writes a draft, and removes it after any failure. Disk errors become reasons, too. */
export async function onDraft(draft: string, size: number, write: () => Promise<void>): Promise<void> {
  rmSync(draft, { force: true })
  try {
    const { bavail, bsize } = statfsSync(dirname(draft))
    if (bavail * bsize < size + SPARE_BYTES) refuseWriting('no-space')
    await write()
  } catch (error) {
    rmSync(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    refuseForDisk(code)
  }
}

/** Throws for disk errors. */
export function refuseForDisk(disk: string): never {
  const code = DISK_REFUSALS[disk] ?? 'failed'
  const message = code === 'failed' ? `The file can’t be written (${disk}).` : REFUSAL_SENTENCES[code]
  return refuse('other', 'unreadable', message, { code })
}

/** Writes a document as a separate draft, and flushes it. */
export function writeDocumentDraft(draft: string, document: Buffer): Promise<void> {
  return onDraft(draft, document.length, async () => {
    writeFileSync(draft, document, { flag: 'wx', mode: 0o600 })
    const file = openSync(draft, 'r')
    fsyncSync(file)
    closeSync(file)
  })
}

/** Throws if a new file's name is taken. */
export function refuseTaken(target: string): void {
  if (existsSync(target)) refuseWriting('name-taken')
}
