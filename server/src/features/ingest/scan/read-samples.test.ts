import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzippedTar } from '../../../../../tests/kit/bombs'
import { comic } from '../../../../../tests/kit/books'
import { startParserPool } from '../../../workers'
import { readSamples } from './read-samples'
import type { WalkedFile } from './walked-file'

test('files of a preview that nobody waits for are not read', async () => {
  const path = mkdtempSync(join(tmpdir(), 'octavo-samples-'))
  const pool = startParserPool({ size: 1 })
  try {
    writeFileSync(join(path, 'quick.cbz'), await comic({ pages: 1 }))
    // It takes longer than a preview may.
    const slow = gzippedTar('1.jpg', new Uint8Array(10), 8 * 1024 ** 3)
    const files = Array.from({ length: 3 * availableParallelism() }, (_, at): WalkedFile => {
      const name = `${at}.cbt`
      writeFileSync(join(path, name), slow)
      const { size, mtimeMs, ino } = statSync(join(path, name))
      return {
        ...{ name, path: name, folder: { pk: 0, path }, format: 'cbz', sidecars: null },
        stamp: { size, modifiedMs: mtimeMs, inode: ino },
      }
    })
    const leaving = new AbortController()
    const reading = readSamples(pool, files, { sources: null, signal: leaving.signal })
    setTimeout(() => leaving.abort(), 300)
    await expect(reading).rejects.toThrow()
    const { errors } = await pool.analyze({ path: join(path, 'quick.cbz'), thumbnailTarget: null })
    expect(errors).toEqual([])
    // Those that its process had taken already.
    expect(pool.counts().killed).toBeLessThanOrEqual(2)
  } finally {
    await pool.close()
    rmSync(path, { recursive: true })
  }
}, 60_000)
