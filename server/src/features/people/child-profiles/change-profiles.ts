import type { Permission } from '@octavo/contract/access'
import type { CreateChildProfileRequest, UpdateChildProfileRequest } from '@octavo/contract/child-profile'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { limits } from '../access'
import { generatePassword, hashPassword } from '../passwords'
import { checkedAccount, insertUser, userAccess } from '../users'
import { profilesOf, profileView, requireLibraries, requireProfile } from './child-profiles.queries'
import { insertProfile, setLibraries } from './child-profiles.store'

export type ProfileDeps = Pick<userAccess.ManageDeps, 'reader' | 'write' | 'now' | 'accounts' | 'announce'>

/** Keys would outlive the switch back. */
const NOT_FOR_CHILDREN: readonly Permission[] = ['api-keys-read', 'api-keys-write', 'api-keys-delete']

/** Profiles of one guardian. */
const MOST = 10

/** An address at which nobody receives mail (RFC 2606): accounts have one. */
const noAddress = () => `${newId()}@profile.invalid`

/**
 * Creates a reader, who at any time sees and may do at most what the guardian does. Nobody knows the password.
 * @throws BadRequest if the name is taken or a library is not seen, Forbidden for a child profile
 */
export async function createProfile(deps: ProfileDeps, viewer: Viewer, request: CreateChildProfileRequest) {
  const { reader, write, now, accounts } = deps
  if ((await accounts.get(viewer.userId))?.guardian) {
    throw refused('Forbidden', 'child_profile', 'A child profile cannot do this')
  }
  const password = generatePassword()
  const { username, email } = await checkedAccount({ username: request.username, email: noAddress(), password })
  const passwordHash = await hashPassword(password)
  const id = await userAccess.refusingTaken(deps, { username }, () =>
    write(async tx => {
      await tx.dialect.lockTable('users').execute(tx.query)
      if ((await profilesOf(tx, viewer.userPk)).length >= MOST) {
        throw refused('BadRequest', 'list_long', `There are already ${MOST} profiles`, { path: 'username', max: MOST })
      }
      const { inherited } = await limits.sightOf(tx, viewer)
      const { id, pk } = await insertUser(tx, { username, email, passwordHash, role: 'reader' }, now())
      const age = strictest(request, inherited?.limits)
      await userAccess.changeUser(tx, pk, { deniedPermissions: NOT_FOR_CHILDREN, limits: age }, now())
      await insertProfile(tx, { userPk: pk, guardianPk: viewer.userPk }, now())
      const chosen = await chooseLibraries(tx, viewer, pk, request)
      const subject = { kind: 'user', id, name: username } as const
      const details = { role: 'reader', isChild: true, ...age, ...chosen }
      await recordAct(tx, viewer, 'user_created', subject, { now: now(), details })
      return id
    }),
  )
  return profileView(reader, viewer, id)
}

/** @throws NotFound, BadRequest for a library that the guardian does not see */
export async function updateProfile(deps: ProfileDeps, viewer: Viewer, id: string, request: UpdateChildProfileRequest) {
  const { reader, write, now, accounts, announce } = deps
  const { view } = await requireProfile(reader, viewer.userPk, id)
  await write(async tx => {
    // An administrator may limit the profile at the same time.
    await tx.dialect.lockTable('users').execute(tx.query)
    const { pk, view: present, cap } = await requireProfile(tx, viewer.userPk, id)
    const { inherited } = await limits.sightOf(tx, viewer)
    const age = strictest({ showsUnrated: present.showsUnrated, ...request }, inherited?.limits, cap)
    await userAccess.changeUser(tx, pk, { limits: age }, now())
    const chosen = await chooseLibraries(tx, viewer, pk, request)
    const subject = { kind: 'user', id: view.id, name: view.username } as const
    await recordAct(tx, viewer, 'user_changed', subject, { now: now(), details: { ...age, ...chosen } })
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  })
  accounts.forget(view.id)
  announce()
  return profileView(reader, viewer, id)
}

/** Sets the libraries of a request; returns the details for the log. */
async function chooseLibraries(tx: Tx, viewer: Viewer, pk: number, { libraryIds }: UpdateChildProfileRequest) {
  if (libraryIds === undefined) return {}
  await setLibraries(tx, pk, libraryIds && (await requireLibraries(tx, viewer, libraryIds)))
  return { libraryIds }
}

/** @throws NotFound */
export async function deleteProfile(deps: ProfileDeps, viewer: Viewer, id: string): Promise<void> {
  const { view } = await requireProfile(deps.reader, viewer.userPk, id)
  await userAccess.deleteUser(deps, viewer, view.id)
}

interface AgeRule {
  readonly ageLimit: number | null
  readonly showsUnrated?: boolean
}

/** The requested age limit, or the guardian's own or that of an administrator if they are stricter. */
function strictest(
  { ageLimit, showsUnrated = false }: UpdateChildProfileRequest,
  ...others: readonly (AgeRule | undefined)[]
) {
  return {
    ageLimit: Math.min(ageLimit, ...others.map(each => each?.ageLimit ?? ageLimit)),
    showsUnrated: showsUnrated && others.every(each => each?.showsUnrated !== false),
  }
}
