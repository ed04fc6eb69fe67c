import type { ErrorCode } from '@octavo/contract/errors'
import type { Refusal } from '@octavo/contract/refusals'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

type Quota = 'apiKeys' | 'passkeys' | 'presets' | 'pins'

const QUOTAS: Readonly<
  Record<Quota, { table: string; where?: RawBuilder<unknown>; code: ErrorCode; reason: Refusal; noun: string }>
> = {
  apiKeys: { table: 'api_keys', code: 'Conflict', reason: 'keys_full', noun: 'API keys' },
  passkeys: { table: 'passkeys', code: 'Conflict', reason: 'passkeys_full', noun: 'passkeys' },
  presets: {
    table: 'filter_presets',
    where: sql`and deleted_at is null`,
    code: 'BadRequest',
    reason: 'presets_full',
    noun: 'saved filters',
  },
  pins: { table: 'preset_pins', code: 'BadRequest', reason: 'pins_full', noun: 'saved filters in the side bar' },
}

/**
 * Checks a person's limit. Call it in the inserting transaction before it reads anything, so that concurrent ones
 * cannot both take the last place.
 * @throws Conflict or BadRequest if the limit is reached
 */
export async function requireRoom(tx: Tx, userPk: number, quota: Quota): Promise<void> {
  await tx.dialect.lockName(`${quota} of ${userPk}`).execute(tx.query)
  const max = LIMITS.perPerson[quota]
  const { table, where = sql``, code, reason, noun } = QUOTAS[quota]
  const count = sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table)} where user_pk = ${userPk} ${where}`
  const { rows } = await count.execute(tx.query)
  if (Number(rows[0]?.count) < max) return
  throw refused(code, reason, `There are already ${max} ${noun}. Remove one first.`, { max })
}
