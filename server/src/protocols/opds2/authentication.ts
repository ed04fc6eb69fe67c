import { OPDS2_MEDIA_TYPES } from '@octavo/contract/opds2'
import type { ErrorForm } from '../../http/error-forms'
import { ownAddress, ownPath } from '../../http/own-address'
import { jsonDocument } from '../read-model'
import { createAddresses } from './addresses'

export interface Served {
  /** Configured address of the server. */
  readonly baseUrl: string | null
  /** The current name of the server. */
  readonly serverName: () => string
}

/** How to sign in (OPDS Authentication 1.0). */
export function authenticationDocument({ baseUrl, serverName }: Served, request: Request): string {
  const { root, authentication } = createAddresses(ownPath(baseUrl))
  return jsonDocument({
    id: new URL(authentication, ownAddress(request, baseUrl)).href,
    title: serverName(),
    description: 'Sign in with your user name, and your password or an API key.',
    links: [{ rel: 'start', href: root, type: OPDS2_MEDIA_TYPES.feed }],
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: 'User name or e-mail address', password: 'Password or API key' },
      },
    ],
  })
}

/** An error format whose 401 is the authentication document. */
export function signInForm(form: ErrorForm, served: Served): ErrorForm {
  const type = OPDS2_MEDIA_TYPES.authentication
  const { authentication } = createAddresses(ownPath(served.baseUrl))
  const link = `<${authentication}>; rel="http://opds-spec.org/auth/document"; type="${type}"`
  const write: NonNullable<ErrorForm['text']> =
    form.text ?? ((error, request) => ({ ...JSON_TEXT, text: jsonDocument(form.body(error, request)) }))
  return {
    ...form,
    text: (error, request) =>
      error.status === 401
        ? { text: authenticationDocument(served, request), headers: { 'Content-Type': type, Link: link } }
        : write(error, request),
  }
}

const JSON_TEXT = { headers: { 'Content-Type': 'application/problem+json' } } as const

/** Errors of OPDS 2.0, in the format of RFC 9457. */
export const opds2Form: ErrorForm = {
  prefix: '/opds/v2',
  body: ({ status, error: title, message: detail, details }) => ({
    ...{ title, status, detail },
    ...(typeof details === 'object' && details !== null && { details }),
  }),
}
