import { ROLES, type Role } from '@octavo/contract/access'
import type { Provider, RoleMapping } from './provider'

/** A user's identity as reported by a provider. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Only an address verified by the provider identifies an account. */
  readonly emailVerified: boolean
  readonly username: string | null
  readonly groups: readonly string[]
}

type Claims = Readonly<Record<string, unknown>>
type Named = Pick<Provider, 'emailClaim' | 'usernameClaim' | 'groupsClaim'>

const MAX_GROUPS = 1000

export function personOf(claims: Claims, { emailClaim, usernameClaim, groupsClaim }: Named): Person {
  const email = textAt(claims, emailClaim)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email,
    // Some providers send the string. It refers to `email` only, not to other claims.
    emailVerified: email !== null && email === claims.email && isTrue(claims.email_verified),
    username: textAt(claims, usernameClaim),
    groups: groupsAt(claims, groupsClaim),
  }
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

/** The claim of that name; else a dot descends into an object, as in `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

function textAt(claims: Claims, name: string): string | null {
  const value = claimAt(claims, name)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.includes('\0') ? null : text
}

function groupsAt(claims: Claims, name: string): string[] {
  const value = claimAt(claims, name)
  const all = Array.isArray(value) ? value : [value]
  const names = all.filter(group => typeof group === 'string' && group !== '' && !group.includes('\0')) as string[]
  return [...new Set(names)].slice(0, MAX_GROUPS)
}

/** The highest role of these groups, else the default one; null if the provider does not assign roles. */
export function roleOf(mapping: RoleMapping, groups: readonly string[], usual: Role): Role | null {
  if (!ROLES.some(role => (mapping[role]?.length ?? 0) > 0)) return null
  return ROLES.findLast(role => mapping[role]?.some(group => groups.includes(group))) ?? usual
}

const MAX_NAME = 50

/** A user name derived from the provider's: lower case, digits, `_` and `-`. */
export function userNameOf({ username, email }: Pick<Person, 'username' | 'email'>): string {
  // For an address, the part before the "@".
  for (const source of [username, email]) {
    const name = (source?.split('@')[0] ?? '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\s.]+/g, '_')
      .replace(/[^a-z0-9_-]/g, '')
      .slice(0, MAX_NAME)
    if (/[a-z0-9]/.test(name)) return name
  }
  return 'reader'
}

/** Alternatives if a name is taken. */
export function namesLike(name: string): string[] {
  return [name, ...Array.from({ length: 99 }, (_, index) => `${name.slice(0, MAX_NAME - 3)}_${index + 1}`)]
}
