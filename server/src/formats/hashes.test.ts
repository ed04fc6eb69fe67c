import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES, temporaryFolder } from '../../../tests/kit/paths'
import { withSource } from './file-source'
import { fileHash, readerSyncHash } from './hashes'

const scratch = temporaryFolder('hashes')
afterAll(scratch.remove)

const hashes = (path: string) =>
  withSource(path, async source => ({ file: fileHash(source), reader: readerSyncHash(source) }))

/** Both hashes by python, from their definitions. */
const BY_DEFINITION = `
import hashlib, os, struct, sys
for path in sys.argv[1:]:
    size = os.path.getsize(path)
    with open(path, 'rb') as f:
        def at(offset, length):
            f.seek(offset)
            return f.read(length)
        h = hashlib.sha256(struct.pack('<Q', size))
        if size <= 262144:
            h.update(at(0, size))
        else:
            h.update(at(0, 65536))
            room = size - 2 * 65536 - 4096
            for i in range(8):
                h.update(at(65536 + room * i // 7, 4096))
            h.update(at(size - 65536, 65536))
        m = hashlib.md5()
        for i in range(-1, 11):
            offset = 0 if i < 0 else 1024 << 2 * i
            if offset >= size:
                break
            m.update(at(offset, 1024))
        print(h.hexdigest(), m.hexdigest())
`

test('hashes are those of an independent computation, for sizes around every border', async () => {
  const sizes = [0, 1, 1023, 1024, 1025, 4096, 5000, 65_536, 262_143, 262_144, 262_145, 300_000, 1_048_577, 5_000_000]
  const made = sizes.map(size => {
    const path = join(scratch.path, `${size}.bin`)
    writeFileSync(path, randomBytes(size))
    return path
  })
  const real = readdirSync(join(FIXTURES, 'cbz')).map(name => join(FIXTURES, 'cbz', name))
  const paths = [...made, ...real, sparseFile('sparse.bin', 4_400_000_000)]
  const python = spawnSync('python3', ['-c', BY_DEFINITION, ...paths], { encoding: 'utf8' })
  expect(python.stderr).toBe('')
  const ours = await Promise.all(paths.map(hashes))
  expect(ours.map(({ file, reader }) => `${file} ${reader}`)).toEqual(python.stdout.trim().split('\n'))
})

test('a file with another size has another hash, although its samples are the same', async () => {
  const shorter = await hashes(sparseFile('a.bin', 3_000_000))
  const longer = await hashes(sparseFile('b.bin', 3_000_001))
  expect(shorter.file).not.toBe(longer.file)
})

function sparseFile(name: string, size: number): string {
  const path = join(scratch.path, name)
  const fd = openSync(path, 'w')
  ftruncateSync(fd, size)
  writeSync(fd, 'octavo', 0)
  closeSync(fd)
  return path
}
