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

/** The picture in Base64. Takes no viewer: the caller has checked who asks. */
export async function storedAvatar(
  reader: Reader,
  userPk: number,
): Promise<{ readonly picture: string; readonly updated_at: number } | undefined> {
  return reader.query
    .selectFrom('avatars')
    .select(['picture', 'updated_at'])
    .where('user_pk', '=', userPk)
    .executeTakeFirst()
}
