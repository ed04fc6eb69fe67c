// The script of the API documentation: 4 MB, a third of it compressed.
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { requireBun, root } from '../find-bun.mjs'

/** The part of the built server that contains it. */
export const isScalar = file => /^scalar-script-\w+\.js$/.test(basename(file))

const PRINT = `
const { scalarScript } = await import('./server/src/http/scalar-script')
await Bun.write(Bun.stdout, scalarScript())
`

export const compressedScalar = () => {
  const run = spawnSync(requireBun(), ['-e', PRINT], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  if (run.status !== 0) throw new Error(`Scalar's script cannot be read:\n${run.stderr}`)
  return gzipSync(run.stdout, { level: 9 })
}
