import type { Reader, Tx } from '../../../db'

/** Stores the user's picture in place of any earlier one. */
export async function setAvatar(tx: Tx, userPk: number, picture: Uint8Array, now: number): Promise<void> {
  const values = { picture: Buffer.from(picture).toString('base64'), updated_at: now }
  await tx.query
    .insertInto('avatars')
    .values({ user_pk: userPk, ...values })
    .onConflict(conflict => conflict.column('user_pk').doUpdateSet(values))
    .execute()
}

export async function deleteAvatar(tx: Tx, userPk: number): Promise<void> {
  await tx.query.deleteFrom('avatars').where('user_pk', '=', userPk).execute()
}

/** Takes no viewer: the caller has checked who asks. */
export async function avatarOf(reader: Reader, userPk: number): Promise<Buffer<ArrayBuffer> | null> {
  const row = await reader.query
    .selectFrom('avatars')
    .select('picture')
    .where('user_pk', '=', userPk)
    .executeTakeFirst()
  return row ? Buffer.from(row.picture, 'base64') : null
}
