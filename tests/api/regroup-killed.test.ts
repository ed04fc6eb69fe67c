// The server is killed during a merge of series with many books and readers: after a restart it completes the merge,
// and also its undo.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { RegroupingDto, RegroupingResponse } from '@octavo/contract/regrouping'
import { SQL } from 'bun'
import { connect } from '../../server/src/db'
import { insertBook, insertLibrary, insertSeries } from '../../server/src/db/testing-rows'
import { type Client, until } from '../kit/client'
import { migratedPostgres, migratedSqlite } from '../kit/migrated'
import { temporaryFolder } from '../kit/paths'
import type { PostgresDatabase } from '../kit/postgres'
import { type Octavo, startOctavo } from '../kit/server'
import { DATABASES } from './people'

setDefaultTimeout(180_000)

const BOOKS = 600
const READERS = 600
const NUMBERS = `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${READERS - 1})`

for (const database of DATABASES) {
  describe(`a merge of many on ${database}`, () => {
    let octavo: Octavo
    let admin: Client
    let postgres: PostgresDatabase | null = null
    const data = temporaryFolder('regroup-killed')
    const ids = { from: crypto.randomUUID(), heir: crypto.randomUUID() }
    let pks = { from: 0, heir: 0 }

    beforeAll(async () => {
      if (database === 'postgres') postgres = await migratedPostgres()
      else await migratedSqlite(data.path)
      const connection = await connect({ databaseUrl: postgres?.url ?? null, dataDir: data.path })
      await connection.write(async tx => {
        const libraryPk = await insertLibrary(tx, 'Many')
        pks = {
          from: await insertSeries(tx, libraryPk, 'From', { id: ids.from, book_count: BOOKS, path: 'From' }),
          heir: await insertSeries(tx, libraryPk, 'Heir', { id: ids.heir, book_count: 1, path: 'Heir' }),
        }
        await insertBook(tx, { libraryPk, seriesPk: pks.heir }, 'Own', { number: 1 })
        for (let n = 0; n < BOOKS; n++) {
          await insertBook(tx, { libraryPk, seriesPk: pks.from }, `Book ${n}`, { number: n + 1 })
        }
        await tx.run('delete from users', [])
      })
      await connection.close()
      const env = {
        OCTAVO_TASKS_LEASE_SECONDS: '6',
        OCTAVO_DATA_DIR: data.path,
        ...(postgres && { OCTAVO_DATABASE_URL: postgres.url }),
      }
      octavo = await startOctavo({ database: 'sqlite', env })
      // The server makes the first account.
      admin = await octavo.signInAsAdmin()
      const columns = 'username_key, email, email_key, password_hash, role, permissions, is_active, email_verified'
      await ask(`${NUMBERS} insert into users (id, username, ${columns}, credentials_version, created_at, updated_at)
        select '00000000-0000-7000-8000-' || (100000000000 + n), 'u' || n, 'u' || n, 'e' || n, 'e' || n, '-', 'reader', '[]',
          true, true, 0, 0, 0 from numbers`)
      const want = (seriesPk: number, kind: number, which: string) =>
        ask(`insert into want_to_read (id, user_pk, series_pk, position, added_at)
          select '00000000-0000-7000-800${kind}-' || (100000000000 + pk), pk, ${seriesPk}, ${kind}, 1
          from users where username like '${which}' and role = 'reader'`)
      await want(pks.from, 1, 'u%')
      // Some want both already.
      await want(pks.heir, 2, 'u%0')
    })
    afterAll(async () => {
      await octavo?.stop()
      await postgres?.drop()
      data.remove()
    })

    /** Queries the database directly, past the server. */
    async function ask(statement: string): Promise<Record<string, unknown>[]> {
      if (postgres === null) {
        const file = new Database(join(data.path, 'octavo.db'))
        try {
          file.run('pragma busy_timeout = 5000')
          return file.query<Record<string, unknown>, []>(statement).all()
        } finally {
          file.close()
        }
      }
      const sql = new SQL(postgres.url)
      const rows = await sql.unsafe(statement)
      await sql.close()
      return rows
    }
    const count = async (table: 'books' | 'want_to_read', seriesPk: number) => {
      const [row] = await ask(`select count(*) as count from ${table} where series_pk = ${seriesPk}`)
      return Number(row?.count)
    }
    const standing = async () => ({
      books: [await count('books', pks.from), await count('books', pks.heir)],
      wanted: [await count('want_to_read', pks.from), await count('want_to_read', pks.heir)],
    })
    const state = async () => {
      const { regroupings } = await admin.get<RegroupingResponse>('/api/v1/regroupings')
      return regroupings[0]?.state
    }
    const throughKill = async (isBegun: () => Promise<boolean>) => {
      await until(isBegun, begun => begun)
      await octavo.restart('killed')
      await until(state, now => now === 'done', 90)
    }
    const BEFORE = { books: [BOOKS, 1], wanted: [READERS, READERS / 10] }

    test('resumes after the server was killed, and so does its undo', async () => {
      expect(await standing()).toEqual(BEFORE)
      const { regroupings } = await admin.post<RegroupingResponse>(`/api/v1/series/${ids.heir}/merge`, {
        seriesId: ids.from,
      })
      const [made] = regroupings
      expect([made?.state, typeof made?.taskId]).toEqual(['running', 'string'])
      await throughKill(async () => (await count('books', pks.heir)) > 1)
      expect(await standing()).toEqual({ books: [0, BOOKS + 1], wanted: [0, READERS] })
      const merged = await admin.get<{ bookCount: number }>(`/api/v1/series/${ids.heir}`)
      expect(merged.bookCount).toBe(BOOKS + 1)
      await admin.post<RegroupingDto>(`/api/v1/regroupings/${made?.id}/undo`)
      await throughKill(async () => (await count('books', pks.from)) > 0)
      expect(await standing()).toEqual(BEFORE)
    })
  })
}
