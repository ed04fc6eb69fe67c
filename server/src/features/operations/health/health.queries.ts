import { sql } from 'kysely'
import type { Reader } from '../../../db'

/** Running tasks whose lease expired longer than so many milliseconds ago, and when the first expired. */
export async function abandonedTasks(
  reader: Reader,
  longerMs: number,
): Promise<{ readonly count: number; readonly since: number | null }> {
  return reader.query
    .selectFrom('tasks')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.min('lease_until').as('since')])
    .where('status', '=', 'processing')
    .where('lease_until', '<', sql<number>`${reader.dialect.now} - ${longerMs}`)
    .executeTakeFirstOrThrow()
}

export async function unavailableLibraries(reader: Reader): Promise<number> {
  const { count } = await reader.query
    .selectFrom('libraries')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('is_active', '=', true)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('library_folders')
          .select('library_folders.pk')
          .whereRef('library_pk', '=', 'libraries.pk')
          .where('removed_at', 'is', null)
          .where('unavailable_reason', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
