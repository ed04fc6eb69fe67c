import { expect, test } from 'bun:test'
import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { readTar, tarParts } from './tar'

/** More than twelve octal digits can say. */
const SIZE = 9 * 1024 ** 3

test('a file of 9 GiB has its size, for tar and for us', async () => {
  const folder = temporaryFolder('tar')
  try {
    const path = join(folder.path, 'large')
    const file = openSync(path, 'w')
    ftruncateSync(file, SIZE)
    closeSync(file)
    const [header, content] = tarParts([{ name: 'backup/large', modifiedMs: 0, content: Bun.file(path) }])
    if (!header || !content) throw new Error('No parts')
    const start = new Uint8Array(await header.arrayBuffer())
    // The listing ends with an error, since the content is missing.
    const tar = Bun.spawnSync(['tar', '-tvf', '-'], { stdin: start, env: { ...process.env, LC_ALL: 'C' } })
    expect(tar.stdout.toString()).toContain(` ${SIZE} `)
    const entries = readTar(new Blob([start]).stream())
    expect((await entries.next()).value).toMatchObject({ name: 'backup/large', size: SIZE })
    expect(content.size).toBe(SIZE)
  } finally {
    folder.remove()
  }
})
