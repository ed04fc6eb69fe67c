import * as contract from '@octavo/contract/child-profile'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { SignIn } from '../auth'
import { requireOwner } from '../sessions'
import { createProfile, deleteProfile, type ProfileDeps, updateProfile } from './change-profiles'
import { profileViews, requireProfile } from './child-profiles.queries'

/** Child profiles of the caller, and the switch into one. The way back is the guardian's own sign-in. */
export function childProfileRoutes(binder: Binder, deps: ProfileDeps & { readonly signIn: SignIn }): void {
  const { reader, accounts, signIn } = deps

  binder.bind(contract.listChildProfiles, ({ viewer }) => profileViews(reader, viewer))
  binder.bind(contract.createChildProfile, ({ viewer, body }) => {
    requireOwner(viewer)
    return createProfile(deps, viewer, body)
  })
  binder.bind(contract.updateChildProfile, ({ viewer, params, body }) => {
    requireOwner(viewer)
    return updateProfile(deps, viewer, params.profile_id, body)
  })
  binder.bind(contract.deleteChildProfile, async ({ viewer, params }) => {
    requireOwner(viewer)
    await deleteProfile(deps, viewer, params.profile_id)
    return null
  })

  binder.bind(contract.switchToChildProfile, async ({ viewer, params, request, peer }) => {
    requireOwner(viewer)
    const { view } = await requireProfile(reader, viewer.userPk, params.profile_id)
    const [account] = await accounts.now([view.id])
    if (!account?.isActive) throw notFound('Profile')
    return signIn.answer(account, await signIn.start(account, { request, peer }, 'profile', viewer))
  })
}
