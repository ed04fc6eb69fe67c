import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { zip } from '../../../../../tests/kit/zip'
import { withArchive } from './read-archive'

const MANIFEST = '{"format":"octavo-data","version":1,"createdAt":"2026-01-02T03:04:05Z"}'
const Row = z.object({ note: z.string() })

describe('an archive of own data', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-archive-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const notesOf = (lines: string) => {
    const path = join(folder, 'a.zip')
    const entries = [
      { name: 'manifest.json', data: MANIFEST },
      { name: 'marks.jsonl', data: lines },
    ]
    writeFileSync(path, zip(entries))
    return withArchive(path, async archive => {
      const rows = []
      for await (const chunk of archive.rows('marks.jsonl', Row, 100)) rows.push(...chunk.map(row => row?.note))
      return rows
    })
  }

  test('may contain an escaped U+0000, but no raw one', async () => {
    const spoken = [String.raw`JSON writes it \u0000`, String.raw`\\u0000`, String.raw`ends with \\`]
    expect(await notesOf(spoken.map(note => `${JSON.stringify({ note })}\n`).join(''))).toEqual(spoken)
    for (const note of ['\0', '\\\0', 'a\\\\\0b']) {
      await expect(notesOf(JSON.stringify({ note }))).rejects.toThrow('U+0000')
    }
    await expect(notesOf('{"note":"\0"}')).rejects.toThrow('U+0000')
  })

  test('may contain escaped characters of two halves, but no half alone', async () => {
    expect(await notesOf(String.raw`{"note":"\ud83d\ude00"}`)).toEqual(['😀'])
    for (const half of [String.raw`{"note":"a\ud800b"}`, String.raw`{"note":"x","\uDFFF":1}`]) {
      await expect(notesOf(half)).rejects.toThrow('marks.jsonl, line 1 holds an unpaired surrogate')
    }
  })
})
