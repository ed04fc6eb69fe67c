import type { Tx } from '../../../db'
import type { Subject } from '../../../platform/audit-log'

export interface NamedSubject {
  readonly subject: Subject
  readonly library: { readonly id: string; readonly name: string }
}

/** A book or series as the audit log names it, with its library. */
export async function namedSubject(tx: Tx, kind: 'book' | 'series', pk: number): Promise<NamedSubject> {
  const table = kind === 'book' ? 'books' : 'series'
  const row = await tx.query
    .selectFrom(table)
    .innerJoin('libraries', 'libraries.pk', `${table}.library_pk`)
    .select([`${table}.id`, `${table}.title`, 'libraries.id as library_id', 'libraries.name as library_name'])
    .where(`${table}.pk`, '=', pk)
    .executeTakeFirstOrThrow()
  const { id, title, library_id, library_name } = row as Record<'id' | 'title' | 'library_id' | 'library_name', string>
  return { subject: { kind, id, name: title }, library: { id: library_id, name: library_name } }
}
