import { insertRows, type Reader, type Tx } from '../../../db'

export interface TotpState {
  readonly sealed: string
  readonly confirmedAt: number | null
}

export async function totpOf(reader: Reader, userPk: number): Promise<TotpState | null> {
  const row = await reader.query
    .selectFrom('totp_secrets')
    .select(['secret', 'confirmed_at'])
    .where('user_pk', '=', userPk)
    .executeTakeFirst()
  return row ? { sealed: row.secret, confirmedAt: row.confirmed_at } : null
}

export async function recoveryCodesLeft(reader: Reader, userPk: number): Promise<number> {
  const row = await reader.query
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Replaces the secret. It is not active yet. */
export async function replaceTotp(tx: Tx, userPk: number, sealed: string, now: number): Promise<void> {
  await removeSecondFactor(tx, userPk)
  await tx.query
    .insertInto('totp_secrets')
    .values({ user_pk: userPk, secret: sealed, last_step: 0, created_at: now, confirmed_at: null })
    .execute()
}

/** Redeems the code of a time step once: false for a used or older step (RFC 6238, 5.2). */
export async function takeStep(tx: Tx, userPk: number, step: number): Promise<boolean> {
  const row = await tx.query
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_pk', '=', userPk)
    .where('last_step', '<', step)
    .returning('user_pk')
    .executeTakeFirst()
  return row !== undefined
}

export async function confirmTotpOf(tx: Tx, userPk: number, now: number): Promise<void> {
  await tx.query.updateTable('totp_secrets').set({ confirmed_at: now }).where('user_pk', '=', userPk).execute()
}

export async function replaceRecoveryCodes(tx: Tx, userPk: number, hashes: readonly string[]): Promise<void> {
  await tx.query.deleteFrom('recovery_codes').where('user_pk', '=', userPk).execute()
  const rows = hashes.map(code_hash => ({ user_pk: userPk, code_hash }))
  await insertRows(tx, 'recovery_codes', rows)
}

/** Redeems a recovery code once. */
export async function takeRecoveryCode(tx: Tx, userPk: number, hash: string): Promise<boolean> {
  const row = await tx.query
    .deleteFrom('recovery_codes')
    .where('user_pk', '=', userPk)
    .where('code_hash', '=', hash)
    .returning('user_pk')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeSecondFactor(tx: Tx, userPk: number): Promise<void> {
  await tx.query.deleteFrom('totp_secrets').where('user_pk', '=', userPk).execute()
  await tx.query.deleteFrom('recovery_codes').where('user_pk', '=', userPk).execute()
}
