import { afterAll, expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { temporaryFolder } from '../../../../tests/kit/paths'
import { type ArchiveMember, storedArchive } from './stored-archive'

const folder = temporaryFolder('stored-archive')
afterAll(() => folder.remove())

const member = (name: string, bytes: Uint8Array): ArchiveMember => ({
  name,
  size: bytes.length,
  modifiedMs: Date.UTC(2024, 1, 29, 12, 30, 10),
  key: name,
  async *read(first, last) {
    yield bytes.subarray(first, last + 1)
  },
})
const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    print(json.dumps([[i.filename, i.file_size, i.date_time] for i in archive.infolist()] + [archive.read(archive.infolist()[-1]).decode()]))
`

test('a file beyond 4 GiB, and one behind it, are where another program looks for them', async () => {
  const large = 5 * 1024 ** 3
  // A sparse file: only its ends are written.
  const hole: ArchiveMember = { ...member('large.pdf', new Uint8Array()), size: large }
  const small = Buffer.from('words')
  const crcs = new Map([
    ['large.pdf', 1],
    ['späť.txt', crc32(small)],
  ])
  const { size, parts } = storedArchive([hole, member('späť.txt', small)], async key => crcs.get(key) ?? 0)
  const path = join(folder.path, 'large.zip')
  const file = openSync(path, 'w')
  ftruncateSync(file, size)
  const write = async (first: number, last: number) => {
    let at = first
    for await (const bytes of parts(first, last)) at += writeSync(file, bytes, 0, bytes.length, at)
    expect(at).toBe(last + 1)
  }
  // The local header is 30 bytes with a name of 9 and 20 of zip64.
  await write(0, 58)
  await write(59 + large, size - 1)
  closeSync(file)
  const date = [2024, 2, 29, 12, 30, 10]
  expect(JSON.parse(execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' }))).toEqual([
    ['large.pdf', large, date],
    ['späť.txt', 5, date],
    'words',
  ])
})

test('each range equals that of the whole, and checksums are computed for skipped parts', async () => {
  const members = ['one', '', 'three'].map((text, i) => member(`${i}.txt`, Buffer.from(text)))
  const bytesOf = async (first: number, last: number) =>
    Buffer.concat(await Array.fromAsync(storedArchive(members, (_, read) => read()).parts(first, last)))
  const { size } = storedArchive(members, (_, read) => read())
  const whole = await bytesOf(0, size - 1)
  expect(whole.length).toBe(size)
  for (let first = 0; first < size; first += 7) {
    expect([first, (await bytesOf(first, size - 1)).equals(whole.subarray(first))]).toEqual([first, true])
    expect([first, (await bytesOf(0, first)).equals(whole.subarray(0, first + 1))]).toEqual([first, true])
  }
})
