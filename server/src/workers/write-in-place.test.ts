import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../tests/kit/paths'
import { writeDraft, writeInPlace } from './write-in-place'

test('files and the folders made for them are accessible to the account of the server alone', () => {
  const folder = temporaryFolder('write-in-place')
  const modeOf = (path: string) => (statSync(join(folder.path, path)).mode & 0o777).toString(8)
  writeInPlace(join(folder.path, 'a/b/page.jpg'), new Uint8Array([1]))
  writeDraft(join(folder.path, 'c/cover.jpg'), new Uint8Array([1]))
  expect(['a', 'a/b', 'a/b/page.jpg', 'c', 'c/cover.jpg'].map(modeOf)).toEqual(['700', '700', '600', '700', '600'])
  folder.remove()
})
