// What a release leaves behind, for tests of upgrades: `npx bun tests/operate/make-release.ts NAME`, in a checkout of that
// release (with this file and release-facts.ts copied into it). Writes tests/operate/releases/NAME.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { comic, ebook, writeLibrary } from '../kit/books'
import { client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres } from '../kit/postgres'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'
import { type Facts, factsOf, READER } from './release-facts'

const name = process.argv[2]
if (!name) throw new Error('Which release? Give its name')
const target = join(import.meta.dir, 'releases', name)
const books = temporaryFolder('release-books')
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const chapters = [{ title: 'One', paragraphs: ['It rained.', 'It stopped.'] }]
writeLibrary(books.path, {
  'Tide/Tide 01.cbz': await comic({ pages: 3 }),
  'Tide/Tide 02.cbz': await comic({ pages: 2, method: 'deflate' }),
  'Rain/Rain.epub': ebook({ title: 'Rain', chapters }),
})

/** Fills a server like users would, and returns its facts. */
async function fill(octavo: Octavo): Promise<Facts> {
  const admin = await octavo.signInAsAdmin()
  type Page = { data: { id: string; title: string; seriesId: string; analyzed: boolean }[] }
  const { data } = await until(
    () => admin.get<Page>('/api/v1/books'),
    page => page.data.length === 3 && page.data.every(book => book.analyzed),
  )
  const [rain, first, second] = data.toSorted((a, b) => a.title.localeCompare(b.title))
  if (!rain || !first || !second) throw new Error('Books are missing')
  await admin.post('/api/v1/users', { ...READER, role: 'reader' })
  const { accessToken } = await octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', READER)
  const reader = client(octavo.url, { authorization: `Bearer ${accessToken}` })
  await admin.put(`/api/v1/books/${first.id}/progress`, { currentPage: 3, completed: true })
  await reader.put(`/api/v1/books/${second.id}/progress`, { currentPage: 1 })
  await reader.post(`/api/v1/books/${second.id}/marks`, { kind: 'bookmark', page: 2, note: 'The wave' })
  await reader.put(`/api/v1/books/${first.id}/rating`, { rating: 90, notes: 'Good' })
  await reader.post('/api/v1/want-to-read', { bookId: rain.id })
  await reader.put('/api/v1/user/preferences/ui.theme', { value: 'dark' })
  await admin.patch(`/api/v1/books/${first.id}/metadata`, { summary: 'Edited by hand', publisher: 'Nobody' })
  const collection = await admin.post<{ id: string }>('/api/v1/collections', { name: 'Water', visibility: 'shared' })
  await admin.post(`/api/v1/collections/${collection.id}/series`, { seriesIds: [first.seriesId, rain.seriesId] })
  const list = await admin.post<{ id: string }>('/api/v1/readlists', { name: 'In order', visibility: 'public' })
  await admin.post(`/api/v1/readlists/${list.id}/books`, { bookIds: [second.id, first.id] })
  await admin.post('/api/v1/admin/sharing-tags', { name: 'Children' })
  await admin.put('/api/v1/admin/settings/application.name', { value: 'Our shelves' })
  return factsOf(octavo.url)
}

/** The rows of all tables, as JSON. */
async function rowsOf(url: string): Promise<Record<string, unknown[]>> {
  const sql = new SQL(url, { max: 1 })
  const tables = await sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const rows: Record<string, unknown[]> = {}
  for (const { name: table } of tables) {
    const found = await sql.unsafe(`select to_json(t)::text as row from ${table} t`)
    rows[table] = found.map(({ row }: { row: string }) => JSON.parse(row))
  }
  await sql.close()
  return rows
}

const sqlite = await startOctavo({ database: 'sqlite', libraries: [books.path], fromNothing: true })
const facts = await fill(sqlite)
const shutDown = async (octavo: Octavo) => {
  process.kill(octavo.pid(), 'SIGTERM')
  await until(
    async () => {
      try {
        return process.kill(octavo.pid(), 0)
      } catch {
        return false
      }
    },
    running => !running,
  )
}
await shutDown(sqlite)
const archive = (folder: string, file: string, ...parts: string[]) => {
  const { exitCode, stderr } = Bun.spawnSync(['tar', '-czf', join(target, file), '-C', folder, ...parts])
  if (exitCode !== 0) throw new Error(stderr.toString())
}
archive(books.path, 'books.tar.gz', '.')
archive(sqlite.dataDir, 'data.tar.gz', '--exclude=./cache', '.')
await sqlite.stop()

const database = await freshPostgres()
const env = { OCTAVO_DATABASE_URL: database.url }
const postgres = await startOctavo({ database: 'sqlite', libraries: [books.path], fromNothing: true, env })
const postgresFacts = await fill(postgres)
await shutDown(postgres)
const rows = await rowsOf(database.url)
writeFileSync(join(target, 'postgres.json.gz'), Bun.gzipSync(JSON.stringify(rows)))
await postgres.stop()
await database.drop()
writeFileSync(
  join(target, 'facts.json'),
  `${JSON.stringify({ folder: books.path, admin: ADMIN, sqlite: facts, postgres: postgresFacts }, null, 2)}\n`,
)
books.remove()
console.log(target)
process.exit()
