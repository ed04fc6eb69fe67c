import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
/** Shorter ones fit into one packet. */
const LEAST = 1400
/** The best compression of larger files takes seconds. */
const LARGEST = 500_000

/** Writes `NAME.br` next to each text file of the build: a server cannot compress as well for each start. */
export const brotli: Plugin = {
  name: 'octavo-brotli',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    const texts = readdirSync(folder).filter(name => /\.(?:js|mjs|css)$/.test(name))
    await Promise.all(
      texts.map(async name => {
        const bytes = readFileSync(join(folder, name))
        if (bytes.length < LEAST) return
        const quality = bytes.length > LARGEST ? 9 : constants.BROTLI_MAX_QUALITY
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        writeFileSync(join(folder, `${name}.br`), await compress(bytes, { params }))
      }),
    )
  },
}
