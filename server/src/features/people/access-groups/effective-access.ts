import { PERMISSIONS, ROLE_PERMISSIONS } from '@octavo/contract/access'
import type { GrantSourceDto } from '@octavo/contract/access-group'
import type { EffectiveAccessDto } from '@octavo/contract/effective-access'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { limits, requireSeries } from '../access'
import type { Account } from '../users'

/**
 * The access of a user with its reasons; for a series, why the user can or cannot see it.
 * @throws NotFound for a series hidden from the viewer
 */
export async function effectiveAccess(
  reader: Reader,
  viewer: Viewer,
  account: Account,
  seriesId: string | undefined,
): Promise<EffectiveAccessDto> {
  return {
    userId: account.id,
    isActive: account.isActive,
    permissions: permissionsOf(account),
    series: seriesId === undefined ? null : await seriesOf(reader, viewer, account, seriesId),
  }
}

function permissionsOf(account: Account): EffectiveAccessDto['permissions'] {
  return PERMISSIONS.map(permission => {
    const because = account.deniedPermissions.includes(permission)
      ? 'denied'
      : account.guardian && !account.guardian.permissions.has(permission)
        ? 'guardian'
        : ROLE_PERMISSIONS[account.role].includes(permission)
          ? 'role'
          : account.customPermissions.includes(permission)
            ? 'added'
            : 'none'
    return { permission, held: account.permissions.has(permission), because }
  })
}

async function seriesOf(reader: Reader, viewer: Viewer, account: Account, id: string) {
  await requireSeries(reader, viewer, id)
  const found = await limits.explainSeries(reader, account.pk, id)
  if (!found) throw notFound('Series')
  // Uses the gate itself, so that the explanation cannot differ from the result.
  const seen = await requireSeries(reader, { ...viewer, visibility: account.visibility }, id).then(
    () => true,
    () => false,
  )
  return {
    id: found.id,
    title: found.title,
    visible: seen,
    reasons: found.reasons.map(({ reason, hides, tagName, age, of, ofGuardian }) => ({
      reason,
      hides,
      tagName,
      age,
      sources: ofGuardian
        ? [{ kind: 'guardian' }]
        : of.map(
            (group): GrantSourceDto =>
              group === null ? { kind: 'user' } : { kind: 'group', groupId: group.id, groupName: group.name },
          ),
    })),
  }
}
