// The server is killed during a bulk edit: after a restart it completes the edit, each book once, and reverts it.

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { BulkEditDto, BulkEditStartedDto } from '@octavo/contract/bulk-edit'
import { SQL } from 'bun'
import { connect } from '../../server/src/db'
import { type Client, until } from '../kit/client'
import { insertMany } from '../kit/many-books'
import { migratedPostgres, migratedSqlite } from '../kit/migrated'
import { temporaryFolder } from '../kit/paths'
import type { PostgresDatabase } from '../kit/postgres'
import { type Octavo, startOctavo } from '../kit/server'
import { DATABASES } from './people'

setDefaultTimeout(180_000)

const BOOKS = 1_500

for (const database of DATABASES) {
  describe(`a bulk edit on ${database}`, () => {
    let octavo: Octavo
    let admin: Client
    let postgres: PostgresDatabase | null = null
    const data = temporaryFolder('bulk-killed')

    beforeAll(async () => {
      if (database === 'postgres') postgres = await migratedPostgres()
      else await migratedSqlite(data.path)
      const connection = await connect({ databaseUrl: postgres?.url ?? null, dataDir: data.path })
      await insertMany(connection, BOOKS)
      // The server makes the first account.
      await connection.write(tx => tx.run('delete from users', []))
      await connection.close()
      const env = {
        OCTAVO_TASKS_LEASE_SECONDS: '6',
        OCTAVO_DATA_DIR: data.path,
        ...(postgres && { OCTAVO_DATABASE_URL: postgres.url }),
      }
      octavo = await startOctavo({ database: 'sqlite', env })
      admin = await octavo.signInAsAdmin()
    })
    afterAll(async () => {
      await octavo?.stop()
      await postgres?.drop()
      data.remove()
    })

    /** Kills the server once an edit has begun, starts it again, and waits for the end. */
    const throughKill = async (editId: string) => {
      const edit = () => admin.get<BulkEditDto>(`/api/v1/bulk-edits/${editId}`)
      const begun = await until(edit, ({ changed }) => changed > 0)
      expect([begun.state, begun.changed < BOOKS]).toEqual(['running', true])
      await octavo.restart('killed')
      return until(edit, ({ state }) => !['pending', 'running'].includes(state), 90)
    }
    /** How many edits of an act there are, and of how many books. */
    const edits = async (actId: string) => {
      const question = `select count(*) as edits, count(distinct book_pk) as books from metadata_edits where act_id = '${actId}'`
      const ask = async (): Promise<{ edits: number; books: number }> => {
        if (postgres === null) {
          const file = new Database(join(data.path, 'octavo.db'), { readonly: true })
          try {
            return file.query<{ edits: number; books: number }, []>(question).get() ?? { edits: 0, books: 0 }
          } finally {
            file.close()
          }
        }
        const sql = new SQL(postgres.url)
        const [row] = await sql.unsafe(question)
        await sql.close()
        return row
      }
      const row = await ask()
      return [Number(row.edits), Number(row.books)]
    }
    const series = async (tag: string) => {
      const condition = { tag: { operator: 'is', value: tag } }
      return (await admin.post<{ total: number }>('/api/v1/series/list', { condition })).total
    }

    test('continues after the server was killed, changing each book once, and so does its undo', async () => {
      // What is edited is found by this no longer.
      const selection = { condition: { tag: { operator: 'isNot', value: 'Ship' } } }
      const action = { type: 'tags', add: ['Ship'] }
      const { editId } = await admin.post<BulkEditStartedDto>('/api/v1/books/bulk/edits', { selection, action })
      expect(await throughKill(editId)).toMatchObject({ state: 'done', matched: BOOKS, changed: BOOKS, skipped: [] })
      expect(await edits(editId)).toEqual([BOOKS, BOOKS])
      expect(await series('Ship')).toBe(BOOKS / 10)
      const undo = await admin.post<BulkEditStartedDto>(`/api/v1/bulk-edits/${editId}/revert`)
      expect(await throughKill(undo.editId)).toMatchObject({ state: 'done', matched: BOOKS, changed: BOOKS })
      expect(await edits(undo.editId)).toEqual([BOOKS, BOOKS])
      expect(await series('Ship')).toBe(0)
    })
  })
}
