import type { Versions } from './versions'

/**
 * Sequences that triggers draw from behind each statement that changes something; see `0016-versions`. Who has drawn one
 * holds a lock on the table: when nobody does, all that the sequences have counted is there to be read.
 */
export function sequenceVersions(
  query: (name: string, text: string) => Promise<{ readonly rows: readonly unknown[] }>,
): Versions {
  const ask = async (name: string, text: string) => (await query(name, text)).rows[0] as { readonly value: unknown }
  return {
    current: async of => String((await ask(`version of ${of}`, of === 'catalogue' ? CATALOGUE : PROGRESS)).value),
    settled: async () => (await ask('settled', SETTLED)).value === true,
  }
}

const CATALOGUE = 'select last_value::text as value from catalogue_version'
const PROGRESS =
  "select concat(c.last_value, ' ', p.last_value) as value from catalogue_version as c, progress_version as p"
/** Whoever writes a table holds such a lock on it until the transaction has ended and can be seen. */
const SETTLED = `select not exists (select 1 from pg_locks where locktype = 'relation'
  and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  and relation in (select tgrelid from pg_trigger where tgname like '%\\_counted')) as value`
