import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './connect'
import { migrate, schemaState } from './migrate'
import { MIGRATIONS } from './migrations'
import { runPrepared } from './prepared'
import { refuseNetworkFileSystem } from './sqlite'
import { forEachDatabase } from './testing'

const user = {
  id: '0190a000-0000-7000-8000-000000000001',
  username: 'Ada',
  username_key: 'ada',
  email: 'ada@example.org',
  email_key: 'ada@example.org',
  password_hash: 'x',
  role: 'admin',
  permissions: '[]',
  is_active: true,
  email_verified: false,
  credentials_version: 3,
  sessions_version: 0,
  second_factor: false,
  last_login_at: null,
  created_at: 1_700_000_000_123,
  updated_at: 1_700_000_000_123,
}

forEachDatabase('a connection', database => {
  test('returns true, false, null and large numbers as they were written', async () => {
    await database.connection.write(tx => tx.query.insertInto('users').values(user).execute())
    const row = await database.connection.reader.query.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ...user, pk: 1 })
  })

  test('on PostgreSQL has statements prepared that run again and again, but none that a later column would make stale', async () => {
    const { connection } = database
    if (connection.kind !== 'postgres') return
    const prepared = await connection.write(async tx => {
      await tx.run('select pk from users', [])
      await tx.run('select * from users', [])
      return tx.run<{ statement: string }>('select statement from pg_prepared_statements', [])
    })
    expect(prepared.map(({ statement }) => statement).filter(text => text.endsWith('from users'))).toEqual([
      'select pk from users',
    ])
  })

  test('on PostgreSQL prepares so many texts at most, and runs the others all the same', async () => {
    const { connection } = database
    if (connection.kind !== 'postgres') return
    const asked = Array.from({ length: 2100 }, (_, at) => at)
    const { answers, prepared } = await connection.write(async tx => {
      const answers: unknown[] = []
      for (const at of asked) answers.push(...(await tx.run(`select ${at} as answer`, [])))
      const [row] = await tx.run<{ prepared: number }>('select count(*) as prepared from pg_prepared_statements', [])
      return { answers, prepared: row?.prepared }
    })
    expect(answers).toEqual(asked.map(answer => ({ answer })))
    expect(prepared).toBeWithin(1900, 2001)
    expect(await connection.reader.run('select 2101 as answer', [])).toEqual([{ answer: 2101 }])
  })

  test('rolls back a transaction that throws', async () => {
    const attempt = database.connection.write(async tx => {
      await tx.query.updateTable('users').set({ username: 'Eve' }).execute()
      throw new Error('stop')
    })
    expect(attempt).rejects.toThrow('stop')
    await attempt.catch(() => undefined)
    const row = await database.connection.reader.query.selectFrom('users').select('username').executeTakeFirst()
    expect(row?.username).toBe('Ada')
  })

  test('loses no change of transactions at the same time that read for update', async () => {
    const { connection } = database
    const increments = Array.from({ length: 40 }, () =>
      connection.write(async tx => {
        const { credentials_version } = await tx.query
          .selectFrom('users')
          .select('credentials_version')
          .modifyEnd(tx.dialect.forUpdate)
          .executeTakeFirstOrThrow()
        await tx.query
          .updateTable('users')
          .set({ credentials_version: credentials_version + 1 })
          .execute()
      }),
    )
    await Promise.all(increments)
    const row = await connection.reader.query.selectFrom('users').select('credentials_version').executeTakeFirst()
    expect(row?.credentials_version).toBe(43)
  })

  test('runs a cached shape with other values', async () => {
    const byName = (name: string) =>
      runPrepared<{ id: string }, { name: string }>(
        database.connection.reader,
        'test.user-by-name',
        { name },
        (p, query) => query.selectFrom('users').select('id').where('username_key', '=', p.name),
      )
    expect(await byName('ada')).toEqual([{ id: user.id }])
    expect(await byName('eve')).toEqual([])
  })

  test('migrates once', async () => {
    expect(await migrate(database.connection)).toEqual([])
  })

  describe('on a schema of a newer version', () => {
    /** Like a database migrated by a newer version, while `work` runs. */
    async function applied(name: string, compatibleFrom: string | null, work: () => Promise<unknown>): Promise<void> {
      const { connection } = database
      const values = compatibleFrom === null ? 'null' : `'${compatibleFrom}'`
      await connection.write(tx =>
        tx.run(
          `insert into schema_migrations (name, applied_at, compatible_from) values ('${name}', 1, ${values})`,
          [],
        ),
      )
      await work()
      await connection.write(tx => tx.run(`delete from schema_migrations where name = '${name}'`, []))
    }
    const newest = MIGRATIONS.at(-1)?.name ?? ''

    test('starts when that only added to the known schema', async () => {
      const { connection } = database
      await applied('9998-adds', newest, async () => {
        expect(await migrate(connection)).toEqual([])
        expect(await schemaState(connection)).toEqual({ missing: [], newer: ['9998-adds'], tooNew: [] })
      })
    })

    test('refuses it when that removed parts in use, or does not declare its compatibility', async () => {
      const { connection } = database
      for (const compatibleFrom of ['9998-adds', null]) {
        await applied('9999-takes-away', compatibleFrom, async () => {
          await expect(migrate(connection)).rejects.toThrow('newer version of Octavo (9999-takes-away)')
          expect(await schemaState(connection)).toEqual({ missing: [], newer: [], tooNew: ['9999-takes-away'] })
        })
      }
    })
  })

  test('refuses a database from before the first release, whose steps were other ones', async () => {
    const { connection } = database
    const rename = (from: string, to: string) =>
      connection.write(tx => tx.run(`alter table ${from} rename to ${to}`, []))
    await rename('library_folders', 'other_folders')
    await expect(migrate(connection)).rejects.toThrow('before the first release')
    await rename('other_folders', 'library_folders')
    expect(await migrate(connection)).toEqual([])
  })

  test('each step declares an earlier step it is compatible with, or none', () => {
    for (const [index, { name, compatibleFrom }] of MIGRATIONS.entries()) {
      const before = MIGRATIONS.slice(0, index).map(step => step.name)
      expect(compatibleFrom === null || before.includes(compatibleFrom), name).toBe(true)
    }
  })
})

// M09.
test('a second process on the same data folder is refused in words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-lock-'))
  const first = await connect({ databaseUrl: null, dataDir: folder })
  const child = Bun.spawn(
    [
      process.execPath,
      '-e',
      `(await import(${JSON.stringify(join(import.meta.dir, 'connect.ts'))})).connect({ databaseUrl: null, dataDir: ${JSON.stringify(folder)} })`,
    ],
    { stderr: 'pipe', stdout: 'ignore' },
  )
  expect(await child.exited).not.toBe(0)
  expect(await new Response(child.stderr).text()).toContain('Another Octavo already uses the data folder')
  await first.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a data folder on a network share is refused with a hint', () => {
  // Magic numbers of linux/magic.h: NFS, SMB2, and for a local disk ext4, xfs, btrfs.
  const refusal = (type: number) => () => refuseNetworkFileSystem('/mnt/nas/octavo', type)
  expect(refusal(0x6969)).toThrow('/mnt/nas/octavo is on a network share (NFS)')
  expect(refusal(0xfe534d42)).toThrow('OCTAVO_DATABASE_URL')
  for (const local of [0xef53, 0x58465342, 0x9123683e]) expect(refusal(local)).not.toThrow()
})
