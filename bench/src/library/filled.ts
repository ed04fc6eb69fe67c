import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../server/octavo'
import { fill } from './fill'
import { CACHE } from './on-disk'

/** Key of a filled database. */
const SOURCES = ['server/src/db/migrations/*.ts', 'server/src/features/*/*.store.ts', 'bench/src/library/*.ts']
const FILE = 'octavo.db'

/** Puts a filled database into a data folder. A SQLite one is cached, because filling takes minutes. */
export async function fillOrCopy(options: {
  databaseUrl: string | null
  dataDir: string
  books: number
}): Promise<void> {
  if (options.databaseUrl !== null) return fill(options)
  const cached = join(CACHE, `filled-${options.books}`)
  const file = join(cached, `${fingerprint()}.db`)
  if (!existsSync(file)) {
    rmSync(cached, { recursive: true, force: true })
    mkdirSync(cached, { recursive: true })
    await fill({ ...options, dataDir: cached })
    renameSync(join(cached, FILE), file)
  }
  copyFileSync(file, join(options.dataDir, FILE), constants.COPYFILE_FICLONE)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const pattern of SOURCES) {
    for (const path of globSync(pattern, { cwd: ROOT }).sort()) hash.update(readFileSync(join(ROOT, path)))
  }
  return hash.digest('hex').slice(0, 12)
}
