import type { Permission } from '@octavo/contract/access'
import type { CreateUserRequest, SharingTagRequest, UpdateUserRequest } from '@octavo/contract/user'
import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import type { Peer } from '../../../http/identity'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { limits } from '../access'
import { generatePassword, hashPassword } from '../passwords'
import type { Account } from './account'
import type { AccountCache } from './account-cache'
import { guardiansOf } from './guardian.queries'
import { changeUser, deleteUserRow, type LimitsChange, libraryKeys, type UserChange } from './people.store'
import { isAdministrator, namedPermissions, requireHeld } from './permission-changes.rules'
import { parsePermissions, parseRole, permissionsOf } from './permissions.rules'
import { requireAccount } from './user-list.queries'
import { credentialsByName } from './users.queries'
import { checkedAccount, nameKey } from './users.rules'
import { insertUser } from './users.store'

export interface ManageDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  /** Notifies the other processes that accounts have changed. */
  readonly announce: () => void
  /** Sets tag grants of a user; returns them by name. */
  readonly grantTags: (
    tx: Tx,
    userPk: number,
    requested: readonly SharingTagRequest[],
    now: number,
  ) => Promise<Readonly<Record<string, unknown>>>
  /** Checks the viewer's password; returns a 429 response after too many wrong ones. */
  readonly confirmOwner: (
    viewer: Viewer,
    account: Account,
    password: string | null | undefined,
    peer: Peer,
  ) => Promise<Response | null>
  readonly notify: (
    owner: { readonly username: string; readonly email: string },
    change: 'password' | 'email' | 'username',
  ) => void
  /** Sends a link that confirms a new address. */
  readonly confirmAddress: (email: string, peer: Peer) => void
  /** An administrator has changed the age limit of a user: if it is a child profile, its guardian cannot raise it. */
  readonly capAge: (
    tx: Tx,
    userPk: number,
    by: Pick<Viewer, 'userPk'>,
    limits: Pick<LimitsChange, 'ageLimit' | 'showsUnrated'>,
  ) => Promise<void>
  /** Gives a new user the sharing tags of their creator. */
  readonly inheritTags: (tx: Tx, userPk: number, grants: limits.Inherited['grants'], now: number) => Promise<void>
}

/**
 * Creates a user with at most the visibility of the caller. Without a password nobody can sign in until one was chosen
 * by a link.
 * @throws BadRequest, Forbidden if the user would have more permissions than the caller
 */
export async function createUser(deps: ManageDeps, viewer: Viewer, request: CreateUserRequest): Promise<Account> {
  // If none is given, a random one, so that password checks need no special case.
  const password = request.password ?? generatePassword()
  const { username, email } = await checkedAccount({ ...request, password })
  const role = request.role ?? 'reader'
  const change = changeOf(request)
  requireHeld(viewer.permissions, permissionsOf(role, change.permissions ?? [], change.deniedPermissions ?? []))
  requireMayLimit(viewer, request)
  requireSessionForAdministrator(viewer, permissionsOf(role, change.permissions ?? [], change.deniedPermissions ?? []))
  const passwordHash = await hashPassword(password)
  const id = await refusingTaken(deps, { username }, () =>
    deps.write(async tx => {
      await requireNobodysName(tx, email)
      const { inherited, hold } = await limits.sightOf(tx, viewer)
      const { id, pk } = await insertUser(tx, { username, email, passwordHash, role }, deps.now())
      if (inherited) await deps.inheritTags(tx, pk, inherited.grants, deps.now())
      const named = { ...inherited?.limits, ...(await limitsOf(tx, request)) }
      await changeUser(tx, pk, { ...change, limits: named }, deps.now())
      const subject = { kind: 'user', id, name: username } as const
      const sharingTags = await tagged(deps, tx, pk, request)
      await hold(pk)
      const details = { role, ...auditDetails(change, request), ...sharingTags, invited: request.password == null }
      await recordAct(tx, viewer, 'user_created', subject, { now: deps.now(), details })
      return id
    }),
  )
  return requireAccount(deps.reader, id)
}

/**
 * Changes the fields in the request, effective in this process at once and in others within a second. Returns a 429
 * response after too many wrong passwords.
 * @throws NotFound, BadRequest, Forbidden, Conflict if no administrator would be left
 */
export async function updateUser(
  deps: ManageDeps,
  viewer: Viewer,
  id: string,
  request: UpdateUserRequest,
  peer: Peer,
): Promise<Account | Response> {
  const before = await requireAccount(deps.reader, id)
  requireHeld(viewer.permissions, before.permissions)
  await limits.requireSight(deps.reader, viewer, before.pk)
  requireMayLimit(viewer, request)
  const { username, email } = await checkedAccount(
    {
      username: request.username ?? before.username,
      email: request.email ?? before.email,
      password: request.password ?? generatePassword(),
    },
    { nameBefore: before.username },
  )
  const wait = await confirmCredentials(deps, viewer, before, { ...request, username, email }, peer)
  if (wait) return wait
  const passwordHash = request.password != null ? await hashPassword(request.password) : undefined
  const change: UserChange = {
    ...changeOf(request),
    ...(username !== before.username && { username }),
    ...(email !== before.email && { email }),
    // Anybody's address could be entered: only administrators vouch for one.
    ...(email !== before.email && !viewer.permissions.has('users-write') && { emailVerified: false }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...(request.role != null && { role: request.role }),
    ...(request.isActive != null && request.isActive !== before.isActive && { isActive: request.isActive }),
  }
  if (change.isActive === false && before.pk === viewer.userPk) {
    throw refused('BadRequest', 'own_account', 'You cannot deactivate yourself')
  }
  await refusingTaken(deps, { username, pk: before.pk }, () =>
    deps.write(async tx => {
      // The lock serializes two administrators who demote each other.
      await tx.dialect.lockTable('users').execute(tx.query)
      const now = await rightsNow(tx, before.pk)
      const had = permissionsOf(now.role, now.custom, now.denied, now.guardian)
      requireHeld(viewer.permissions, had)
      const { hold } = await limits.sightOf(tx, viewer)
      await hold(before.pk)
      const after = permissionsOf(
        change.role ?? now.role,
        change.permissions ?? now.custom,
        change.deniedPermissions ?? now.denied,
        // Permissions granted to a child profile are effective as soon as its guardian has them too.
        change.role || change.permissions || change.deniedPermissions ? null : now.guardian,
      )
      requireHeld(viewer.permissions, after)
      if (!isAdministrator(had) || change.isActive === true) requireSessionForAdministrator(viewer, after)
      if (change.email !== undefined) await requireNobodysName(tx, email, before.pk)
      const staysAdmin = isAdministrator(after) && (change.isActive ?? now.isActive)
      if (!staysAdmin) await requireOtherAdmin(tx, before.pk)
      const limited = await limitsOf(tx, request)
      await changeUser(tx, before.pk, { ...change, limits: limited }, deps.now())
      await deps.capAge(tx, before.pk, viewer, limited)
      const subject = { kind: 'user', id: before.id, name: username } as const
      const details = { ...auditDetails(change, request), ...(await tagged(deps, tx, before.pk, request)) }
      await hold(before.pk)
      await recordAct(tx, viewer, 'user_changed', subject, { now: deps.now(), details })
      tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
    }),
  )
  // Also of child profiles, which may have been signed out.
  deps.accounts.forgetAll()
  deps.accounts.forget(before.id)
  deps.announce()
  const after = await requireAccount(deps.reader, id)
  notifyOf(deps, before, after, change)
  if (change.emailVerified === false) deps.confirmAddress(after.email, peer)
  return after
}

/**
 * Deletes a user with all their data.
 * @throws NotFound, BadRequest for oneself, Forbidden, Conflict for the last administrator
 */
export async function deleteUser(
  deps: Pick<ManageDeps, 'reader' | 'write' | 'now' | 'accounts' | 'announce'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const account = await requireAccount(deps.reader, id)
  if (account.pk === viewer.userPk) throw refused('BadRequest', 'own_account', 'You cannot delete yourself')
  requireHeld(viewer.permissions, account.permissions)
  await limits.requireSight(deps.reader, viewer, account.pk)
  await deps.write(async tx => {
    // Current ones: permissions may have been granted since the check.
    await tx.dialect.lockTable('users').execute(tx.query)
    const now = await rightsNow(tx, account.pk)
    requireHeld(viewer.permissions, permissionsOf(now.role, now.custom, now.denied, now.guardian))
    const { hold } = await limits.sightOf(tx, viewer)
    await hold(account.pk)
    await requireOtherAdmin(tx, account.pk)
    const subject = { kind: 'user', id: account.id, name: account.username } as const
    const details = { role: account.role, email: account.email }
    await recordAct(tx, viewer, 'user_deleted', subject, { now: deps.now(), details })
    await deleteUserRow(tx, account.pk)
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  })
  // Also of child profiles, which may have been signed out.
  deps.accounts.forgetAll()
  deps.accounts.forget(account.id)
  deps.announce()
}

/**
 * Credentials are changed only in a session, and one's own only with the current password. A stolen API key must not be
 * enough to take over the account.
 * @throws Forbidden, BadRequest if the password is wrong
 */
async function confirmCredentials(
  { confirmOwner }: ManageDeps,
  viewer: Viewer,
  before: Account,
  { username, email, password, currentPassword }: UpdateUserRequest,
  peer: Peer,
): Promise<Response | null> {
  if (username === before.username && email === before.email && password == null) return null
  if (viewer.pass?.keyPrefix != null) {
    throw refused('Forbidden', 'session_needed', 'An API key cannot change how you sign in. Sign in first.')
  }
  return before.pk === viewer.userPk ? confirmOwner(viewer, before, currentPassword, peer) : null
}

/** A stolen administrator API key must not create or reactivate an account that outlives it. @throws Forbidden */
function requireSessionForAdministrator(viewer: Viewer, permissions: ReadonlySet<Permission>): void {
  if (viewer.pass?.keyPrefix == null || !isAdministrator(permissions)) return
  throw refused('Forbidden', 'session_needed', 'An API key cannot create an administrator. Sign in first.')
}

/**
 * User names from before the rule may look like an address: with such an address one would take over that sign-in.
 * @throws BadRequest
 */
async function requireNobodysName(tx: Tx, email: string, ownPk?: number): Promise<void> {
  const row = await tx.query
    .selectFrom('users')
    .select('pk')
    .where('username_key', '=', nameKey(email))
    .executeTakeFirst()
  if (!row || row.pk === ownPk) return
  throw refused('BadRequest', 'email_taken', 'This address is already taken as a user name', 'email')
}

function notifyOf({ notify }: ManageDeps, before: Account, after: Account, change: UserChange): void {
  if (change.passwordHash !== undefined) notify(after, 'password')
  if (change.username !== undefined) notify(after, 'username')
  // The former address, which an attacker cannot read.
  if (change.email !== undefined) for (const email of [before.email, after.email]) notify({ ...after, email }, 'email')
}

function changeOf(request: CreateUserRequest | UpdateUserRequest): UserChange {
  const { permissions, deniedPermissions } = request
  return {
    ...(permissions != null && { permissions: namedPermissions(permissions) }),
    ...(deniedPermissions != null && { deniedPermissions: namedPermissions(deniedPermissions) }),
  }
}

type LimitsRequest = Pick<UpdateUserRequest, 'libraryIds' | 'ageLimit' | 'showsUnrated' | 'sharingTags'>

/** Sets the sharing tags of a request; returns the details for the log. */
async function tagged({ grantTags, now }: ManageDeps, tx: Tx, userPk: number, { sharingTags }: LimitsRequest) {
  return sharingTags?.length ? { sharingTags: await grantTags(tx, userPk, sharingTags, now()) } : {}
}

/** Only administrators change visibility, as with sharing tags. */
function requireMayLimit(viewer: Viewer, { libraryIds, ageLimit, showsUnrated, sharingTags }: LimitsRequest): void {
  const asks = libraryIds !== undefined || ageLimit !== undefined || showsUnrated != null || sharingTags != null
  if (asks) requireHeld(viewer.permissions, new Set<Permission>(['system-admin']))
}

export async function limitsOf(tx: Tx, request: LimitsRequest): Promise<LimitsChange> {
  const { libraryIds, ageLimit, showsUnrated } = request
  return {
    ...(libraryIds !== undefined && { libraryPks: libraryIds === null ? null : await libraryKeys(tx, libraryIds) }),
    ...(ageLimit !== undefined && { ageLimit }),
    ...(showsUnrated != null && { showsUnrated }),
  }
}

async function rightsNow(tx: Tx, userPk: number) {
  const row = await tx.query
    .selectFrom('users')
    .select(['role', 'permissions', 'denied_permissions', 'is_active'])
    .where('pk', '=', userPk)
    .executeTakeFirst()
  if (!row) throw notFound('User')
  return {
    role: parseRole(row.role),
    custom: parsePermissions(row.permissions),
    denied: parsePermissions(row.denied_permissions),
    guardian: (await guardiansOf(tx, [userPk])).get(userPk) ?? null,
    isActive: row.is_active,
  }
}

/** @throws Conflict if this user is the last administrator */
export async function requireOtherAdmin(tx: Tx, userPk: number): Promise<void> {
  const rows = await tx.query
    .selectFrom('users')
    .select(['pk', 'role', 'permissions', 'denied_permissions'])
    .where('is_active', '=', true)
    // Nobody signs in to a child profile on its own.
    .where('pk', 'not in', tx.query.selectFrom('child_profiles').select('user_pk'))
    .execute()
  const admins = rows.filter(row =>
    isAdministrator(
      permissionsOf(parseRole(row.role), parsePermissions(row.permissions), parsePermissions(row.denied_permissions)),
    ),
  )
  if (admins.some(({ pk }) => pk === userPk) && admins.length === 1) {
    throw refused('Conflict', 'last_admin', 'This is the last administrator: make another user an administrator first')
  }
}

/** Details for the audit log: the new values without secrets. */
function auditDetails(change: UserChange, asked: LimitsRequest): Record<string, unknown> {
  const { passwordHash, limits: _, ...rest } = change
  const { libraryIds, ageLimit, showsUnrated } = asked
  return {
    ...rest,
    ...(passwordHash !== undefined && { password: true }),
    ...(libraryIds !== undefined && { libraryIds }),
    ...(ageLimit !== undefined && { ageLimit }),
    ...(showsUnrated != null && { showsUnrated }),
  }
}

/** @throws BadRequest if the name or address is taken */
export async function refusingTaken<T>(
  deps: Pick<ManageDeps, 'reader'>,
  { username, pk }: { readonly username: string; readonly pk?: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const other = await credentialsByName(deps.reader, username)
    throw other && other.pk !== pk && nameKey(other.username) === nameKey(username)
      ? refused('BadRequest', 'username_taken', 'This user name is already taken', 'username')
      : refused('BadRequest', 'email_taken', 'This e-mail address is already taken', 'email')
  }
}
