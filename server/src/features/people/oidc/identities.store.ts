import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import type { Person } from './person.rules'

const MAX_LABEL = 254

function labelOf({ email, username }: Person): string | null {
  return (email ?? username)?.slice(0, MAX_LABEL) ?? null
}

/** Links this account of the provider to the user; it must be unlinked. */
export async function insertIdentity(
  tx: Tx,
  userPk: number,
  { person, provider }: { readonly person: Person; readonly provider: string },
  now: number,
): Promise<void> {
  const { issuer, subject } = person
  await tx.query
    .insertInto('identities')
    .values({
      ...{ id: newId(), user_pk: userPk, provider, issuer, subject },
      ...{ label: labelOf(person), created_at: now, last_used_at: now },
    })
    .execute()
}

/** Updates the label after a sign-in to the provider's current name. */
export async function noteIdentityUsed(
  tx: Tx,
  { person, provider }: { readonly person: Person; readonly provider: string },
  now: number,
): Promise<void> {
  await tx.query
    .updateTable('identities')
    .set({ provider, label: labelOf(person), last_used_at: now })
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .execute()
}

/** Returns the removed identity; null if it does not belong to the user. */
export async function deleteIdentity(
  tx: Tx,
  userPk: number,
  id: string,
): Promise<{ readonly provider: string; readonly label: string | null } | null> {
  const row = await tx.query
    .deleteFrom('identities')
    .where('id', '=', id.toLowerCase())
    .where('user_pk', '=', userPk)
    .returning(['provider', 'label'])
    .executeTakeFirst()
  return row ?? null
}
