import type { Tx } from '../../../db'
import type { SyncedDocumentsTable } from '../../../db/schema/progress'
import { LIMITS } from '../../../kernel/limits'

/** The place in a document in the app's format. */
export type SyncedDocument = Omit<SyncedDocumentsTable, 'pk' | 'user_pk'>

/** The last one wins; the oldest beyond the limit are deleted. */
export async function saveDocument(tx: Tx, userPk: number, given: SyncedDocument): Promise<void> {
  const { document, ...place } = given
  await tx.query
    .insertInto('synced_documents')
    .values({ user_pk: userPk, document, ...place })
    .onConflict(conflict => conflict.columns(['user_pk', 'document']).doUpdateSet(place))
    .execute()
  const ofUser = () => tx.query.selectFrom('synced_documents').where('user_pk', '=', userPk)
  const { count } = await ofUser()
    .select(select => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const surplus = Number(count) - LIMITS.perPerson.syncedDocuments
  if (surplus <= 0) return
  const oldest = ofUser().select('pk').orderBy('saved_at').orderBy('pk').limit(surplus)
  await tx.query.deleteFrom('synced_documents').where('pk', 'in', oldest).execute()
}
