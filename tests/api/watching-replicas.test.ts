// Watching by several processes: each change leads to one scan.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import { writeLibrary } from '../kit/books'
import { type Client, client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres, type PostgresDatabase } from '../kit/postgres'
import { type Program, startProgram } from '../kit/program'
import { ADMIN } from '../kit/server'
import { allBooks, makeLibrary } from './catalogue'
import { bytes, WATCH, watched } from './watching'

setDefaultTimeout(120_000)

describe('watching by several processes on one PostgreSQL', () => {
  const folder = temporaryFolder('watching-replicas')
  const root = join(folder.path, 'Library')
  let postgres: PostgresDatabase
  let programs: Program[] = []
  let admin: Client
  let library: LibraryDto

  beforeAll(async () => {
    postgres = await freshPostgres()
    const env = {
      OCTAVO_DATABASE_URL: postgres.url,
      OCTAVO_STORAGE_URL: Bun.pathToFileURL(join(folder.path, 's')).href,
    }
    const start = (name: string) =>
      startProgram({ kind: 'serve', folder: folder.path, name, env: { ...env, ...WATCH } })
    programs = await Promise.all(['a', 'b'].map(start))
    const { accessToken } = await client(programs[0]?.url ?? '').post<{ accessToken: string }>(
      '/api/v1/setup/initialize',
      ADMIN,
    )
    admin = client(programs[0]?.url ?? '', { authorization: `Bearer ${accessToken}` })
    for (const name of ['A/1', 'A/2', 'B/3']) writeLibrary(root, { [`${name}.cbz`]: await bytes() })
    library = await makeLibrary(admin, 'Watched', root)
    await watched(admin, library.id)
  })
  afterAll(async () => {
    for (const program of programs) await program.kill()
    await postgres?.drop()
    folder.remove()
  })

  test('scans each change once', async () => {
    writeFileSync(join(root, 'A/4.cbz'), await bytes())
    const all = () => allBooks(admin)
    await until(all, books => books.some(book => book.path.endsWith('A/4.cbz') && book.analyzed), 45)
    writeFileSync(join(root, 'B/5.cbz'), await bytes())
    await until(all, books => books.some(book => book.path.endsWith('B/5.cbz') && book.analyzed), 45)
    const tasks = await admin.get<{ taskType: string }[]>('/api/v1/tasks?taskType=scan_library')
    // The first whole scan, and one for each change.
    expect(tasks).toHaveLength(3)
  })
})
