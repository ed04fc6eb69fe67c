import type { CreateIdentityProviderRequest, IdentityProviderDto } from '../../api/types'

export const ROLES = ['admin', 'maintainer', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** A provider in the form. */
export interface ProviderValues {
  readonly name: string
  readonly displayName: string
  readonly issuerUrl: string
  readonly clientId: string
  /** Empty: unchanged. */
  readonly clientSecret: string
  readonly scopes: string
  readonly usernameClaim: string
  readonly emailClaim: string
  readonly groupsClaim: string
  /** Group names, joined by commas. */
  readonly roles: Readonly<Record<Role, string>>
  readonly enabled: boolean
}

export const freshValues: ProviderValues = {
  name: '',
  displayName: '',
  issuerUrl: '',
  clientId: '',
  clientSecret: '',
  scopes: 'openid profile email',
  usernameClaim: 'preferred_username',
  emailClaim: 'email',
  groupsClaim: 'groups',
  roles: { admin: '', maintainer: '', reader: '' },
  enabled: true,
}

export function valuesOf(provider: IdentityProviderDto): ProviderValues {
  const { scopes, roleMapping, ...rest } = provider
  const groups = (role: Role) => (roleMapping[role] ?? []).join(', ')
  return {
    ...rest,
    clientSecret: '',
    scopes: scopes.join(' '),
    roles: { admin: groups('admin'), maintainer: groups('maintainer'), reader: groups('reader') },
  }
}

const parts = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map(part => part.trim())
    .filter(part => part !== '')

export function requestOf(values: ProviderValues): CreateIdentityProviderRequest {
  const roles = ROLES.map(role => [role, parts(values.roles[role], /,/)] as const)
  return {
    name: values.name.trim(),
    displayName: values.displayName,
    issuerUrl: values.issuerUrl,
    clientId: values.clientId,
    ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
    scopes: parts(values.scopes, /[\s,]+/),
    usernameClaim: values.usernameClaim,
    emailClaim: values.emailClaim,
    groupsClaim: values.groupsClaim,
    roleMapping: Object.fromEntries(roles.filter(([, groups]) => groups.length > 0)),
    enabled: values.enabled,
  }
}
