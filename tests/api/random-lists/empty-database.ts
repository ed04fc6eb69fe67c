import { type Connection, connect, migrate } from '../../../server/src/db'
import { temporaryFolder } from '../../kit/paths'
import { freshPostgres } from '../../kit/postgres'

export interface EmptyDatabase {
  readonly connection: Connection
  readonly close: () => Promise<void>
}

/** A database with nothing but its schema: a file of SQLite, or one on a real PostgreSQL. */
export async function openEmpty(kind: 'sqlite' | 'postgres'): Promise<EmptyDatabase> {
  const folder = temporaryFolder('lists')
  const postgres = kind === 'postgres' ? await freshPostgres() : null
  const connection = await connect({ databaseUrl: postgres?.url ?? null, dataDir: folder.path })
  await migrate(connection)
  return {
    connection,
    close: async () => {
      await connection.close()
      await postgres?.drop()
      folder.remove()
    },
  }
}
