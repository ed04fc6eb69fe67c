import type { ErrorCode } from '@octavo/contract/errors'
import { OIDC_PROBLEMS, type OidcProblem } from '@octavo/contract/oidc'
import { AppError, refused } from '../../../kernel/app-error'

const CODES: Partial<Record<OidcProblem, ErrorCode>> = {
  unreachable: 'ServiceUnavailable',
  no_account: 'Forbidden',
  inactive: 'Forbidden',
}

/** Why signing in with a provider failed: a message for people and a code for the page. */
export function problem(name: OidcProblem, message: string): AppError {
  return refused(CODES[name] ?? 'BadRequest', `oidc_${name}`, message, { problem: name })
}

export function problemOf(error: unknown): OidcProblem | null {
  const name = error instanceof AppError ? error.facts?.problem : null
  return OIDC_PROBLEMS.find(known => known === name) ?? null
}
