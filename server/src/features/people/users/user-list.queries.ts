import { type SqlBool, sql } from 'kysely'
import { type Reader, searchFormOf } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { fold, searchForm } from '../../../kernel/text'
import type { Account } from './account'
import { accountById, toAccounts } from './users.queries'

export interface UserFilters {
  readonly role?: string | undefined
  readonly sharingTag?: string | undefined
  readonly sharingTagMode?: string | undefined
  readonly search?: string | undefined
  readonly isActive?: boolean | undefined
}

/** One page of users by name, and the total. For those who may read all of them. */
export async function usersPage(
  reader: Reader,
  filters: UserFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly accounts: Account[]; readonly total: number }> {
  const { role, sharingTag, sharingTagMode, search, isActive } = filters
  let query = reader.query.selectFrom('users')
  if (role) query = query.where('role', '=', role)
  if (isActive !== undefined) query = query.where('is_active', '=', isActive)
  if (search?.trim()) {
    const within = `%${searchForm(search.trim()).replace(/[\\%_]/g, '\\$&')}%`
    const isIn = (key: string) => sql<SqlBool>`${searchFormOf(sql.ref(key))} like ${within} escape '\\'`
    query = query.where(sql<SqlBool>`(${isIn('username_key')} or ${isIn('email_key')})`)
  }
  if (sharingTag !== undefined || sharingTagMode !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_grants')
          .innerJoin('sharing_tags', 'sharing_tags.pk', 'user_grants.tag_pk')
          .select('user_grants.pk')
          .whereRef('user_grants.user_pk', '=', 'users.pk')
          .$if(sharingTag !== undefined, own => own.where('sharing_tags.name_key', '=', fold(sharingTag ?? '')))
          .$if(sharingTagMode !== undefined, own => own.where('user_grants.mode', '=', sharingTagMode ?? '')),
      ),
    )
  }
  const { total } = await query.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('username_key').orderBy('pk').limit(limit).offset(offset).execute()
  return { accounts: await toAccounts(reader, rows), total: Number(total) }
}

/** @throws NotFound */
export async function requireAccount(reader: Reader, id: string): Promise<Account> {
  const account = await accountById(reader, id.toLowerCase())
  if (!account) throw notFound('User')
  return account
}

/** The user's own limits, as an administrator edits them, and tag grants. */
export async function detailsOfUser(reader: Reader, userPk: number) {
  const [row, libraries, grants] = await Promise.all([
    reader.query
      .selectFrom('users')
      .select(['limits_libraries', 'age_limit', 'shows_unrated'])
      .where('pk', '=', userPk)
      .executeTakeFirstOrThrow(),
    reader.query
      .selectFrom('user_libraries')
      .innerJoin('libraries', 'libraries.pk', 'user_libraries.library_pk')
      .select('libraries.id')
      .where('user_pk', '=', userPk)
      .orderBy('libraries.pk')
      .execute(),
    reader.query
      .selectFrom('user_grants')
      .innerJoin('sharing_tags', 'sharing_tags.pk', 'user_grants.tag_pk')
      .select(['user_grants.id', 'sharing_tags.id as tag_id', 'sharing_tags.name', 'user_grants.mode'])
      .select('user_grants.created_at')
      .where('user_pk', '=', userPk)
      .orderBy('sharing_tags.name_key')
      .execute(),
  ])
  return { row, libraryIds: libraries.map(({ id }) => id), grants }
}

export type UserDetails = Awaited<ReturnType<typeof detailsOfUser>>
