import { afterAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { withSource } from './file-source'
import { fileHash, readerSyncHash } from './hashes'

const scratch = temporaryFolder('hashes')
afterAll(scratch.remove)

const hashes = (path: string) =>
  withSource(path, async source => ({ file: fileHash(source), reader: readerSyncHash(source) }))

// Computed with Python's hashlib from the definitions of both.
test.each([
  [
    'hostile/zero-byte.cbz',
    'af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc',
    'd41d8cd98f00b204e9800998ecf8427e',
  ],
  [
    'cbz/komga-zip.cbz',
    '7d7182c0d793427a3bce40ea54ae405c467bb15512e828a387af913081711ee7',
    '77aca71b6c0e4343d35c6317c1eeb0f8',
  ],
  [
    'cbz/Science Comics 001 (1946).cbz',
    '7cf9344e882bf8bd63396f3098b7c42508453c19b61d2efeea25d5593572b5ef',
    '02291ac97f2935654cd0d9b1984c4503',
  ],
  [
    'epub/moby-dick.epub',
    '4bdbb0e57cce48176267b5bb61069127a3b54893d69204465788cc7e61e4a5e8',
    '9e7dadda4027e84ad4a746ef1713c197',
  ],
  [
    'pdf/rust_book.pdf',
    'd1a0ef8f506ce8a2a86164cdf71282a520d19c8bfdb7e7f130b2f9bd53380b47',
    '10c66223fae0098f560c05c7ed9a7a52',
  ],
])('the hashes of %s are those of another tool', async (path, file, reader) => {
  expect(await hashes(join(FIXTURES, path))).toEqual({ file, reader })
})

const SIZES = [1, 1023, 1024, 1025, 4096, 4097, 65_536, 262_143, 262_144, 262_145, 300_000, 1_048_577, 5_000_000]

test.each(SIZES)('a file of %d bytes is sampled as specified', async size => {
  const bytes = Buffer.from(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, i) => i * 2654435761).buffer)
  const path = join(scratch.path, `${size}.bin`)
  writeFileSync(path, bytes.subarray(0, size))
  expect(await hashes(path)).toEqual(byDefinition(readFileSync(path)))
})

/** Both hashes from their definitions, over the whole file in memory. */
function byDefinition(bytes: Buffer) {
  const length = Buffer.alloc(8)
  length.writeUInt32LE(bytes.length)
  const spread = (i: number) => 65_536 + Math.floor(((bytes.length - 2 * 65_536 - 4096) * i) / 7)
  const middle = [0, 1, 2, 3, 4, 5, 6, 7].map(i => bytes.subarray(spread(i), spread(i) + 4096))
  const parts = bytes.length <= 262_144 ? [bytes] : [bytes.subarray(0, 65_536), ...middle, bytes.subarray(-65_536)]
  const offsets = [0, ...Array.from({ length: 11 }, (_, i) => 1024 << (2 * i))].filter(at => at < bytes.length)
  const samples = offsets.map(at => bytes.subarray(at, at + 1024))
  return {
    file: createHash('sha256')
      .update(Buffer.concat([length, ...parts]))
      .digest('hex'),
    reader: createHash('md5').update(Buffer.concat(samples)).digest('hex'),
  }
}

test('a file of more than 4 GiB is sampled to its end', async () => {
  const [a, b] = await Promise.all([
    hashes(sparseFile('a.bin', 4_400_000_000)),
    hashes(sparseFile('b.bin', 4_400_000_001)),
  ])
  expect(a.file).not.toBe(b.file)
  // Twelve samples: the text and its zeros, then zeros only.
  const zeros = Buffer.alloc(12 * 1024)
  zeros.write('octavo')
  expect(a.reader).toBe(createHash('md5').update(zeros).digest('hex'))
})

function sparseFile(name: string, size: number): string {
  const path = join(scratch.path, name)
  const fd = openSync(path, 'w')
  ftruncateSync(fd, size)
  writeSync(fd, 'octavo', 0)
  closeSync(fd)
  return path
}
