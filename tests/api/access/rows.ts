// Objects that would need a device, a provider or several files: inserted as rows.
import { randomUUID } from 'node:crypto'
import type { Inhabited } from '../people'

export async function givePasskey({ execute }: Inhabited, userId: string): Promise<string> {
  const id = randomUUID()
  await execute(
    `insert into passkeys (id, user_pk, name, credential_id, public_key, transports, rp_id, origin, created_at)
     select '${id}', pk, 'Phone', '${id}', 'x', '[]', 'localhost', 'http://localhost', 1 from users where id = '${userId}'`,
  )
  return id
}

export async function giveIdentity({ execute }: Inhabited, userId: string): Promise<string> {
  const id = randomUUID()
  await execute(
    `insert into identities (id, user_pk, provider, issuer, subject, created_at)
     select '${id}', pk, 'elsewhere', 'https://auth.example.org', '${id}', 1 from users where id = '${userId}'`,
  )
  return id
}

/** One that never begins: the queue is paused. */
export async function giveExport({ execute }: Inhabited, userId: string, kind = 'series'): Promise<string> {
  const id = randomUUID()
  const request = `{"exportType":"series","libraryIds":[],"fields":[],"bookFields":[],"permissions":[]}`
  await execute(
    `insert into exports (id, user_pk, kind, format, request, state, created_at, expires_at)
     select '${id}', pk, '${kind}', 'json', '${request}', 'cancelled', 1, 4102444800000 from users where id = '${userId}'`,
  )
  return id
}

/** One that was never checked. */
export async function giveImport({ execute }: Inhabited, userId: string): Promise<string> {
  const id = randomUUID()
  await execute(
    `insert into data_imports (id, user_pk, permissions, state, file, bytes, created_at, expires_at)
     select '${id}', pk, '[]', 'cancelled', 'imports/${id}.zip', 1, 1, 4102444800000 from users where id = '${userId}'`,
  )
  return id
}

/** Duplicate series; visible only to people who see both. */
export async function pairSeries({ execute }: Inhabited, seriesIds: readonly string[]): Promise<string> {
  const id = randomUUID()
  await execute(
    `insert into duplicates (id, kind, match_type, match_key, dismissed, created_at, updated_at)
     values ('${id}', 'series', 'title', '${id}', false, 1, 1)`,
  )
  await execute(
    `insert into duplicate_members (duplicate_pk, series_pk) select duplicates.pk, series.pk from duplicates, series
     where duplicates.id = '${id}' and series.id in (${seriesIds.map(seriesId => `'${seriesId}'`).join(', ')})`,
  )
  return id
}
