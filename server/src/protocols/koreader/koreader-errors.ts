import type { KoreaderError } from '@octavo/contract/koreader'
import type { ErrorForm, FormedError } from '../../http/error-forms'

/** Codes and statuses of KOReader's own server (koreader-sync-server, config/errors.lua). */
const KOREADER_ERRORS = {
  internal: { code: 2000, status: 502, message: 'Unknown server error.' },
  unauthorized: { code: 2001, status: 401, message: 'Unauthorized' },
  taken: { code: 2002, status: 402, message: 'Username is already registered.' },
  invalid: { code: 2003, status: 403, message: 'Invalid request' },
  noDocument: { code: 2004, status: 403, message: "Field 'document' not provided." },
  closed: { code: 2005, status: 402, message: 'User registration is disabled.' },
} as const
type Known = keyof typeof KOREADER_ERRORS

export function koreaderError(known: Known, message: string = KOREADER_ERRORS[known].message): Response {
  const { code, status } = KOREADER_ERRORS[known]
  return Response.json({ code, message } satisfies KoreaderError, { status })
}

/** Every error below `/koreader`, from any layer. */
export function koreaderForm(isOn: () => boolean): ErrorForm {
  return {
    prefix: '/koreader',
    isOn,
    body: error => {
      const known = knownOf(error)
      // KOReader shows the message unchanged.
      return known === 'invalid' || known === null
        ? { code: known ? KOREADER_ERRORS[known].code : error.status, message: error.message }
        : { code: KOREADER_ERRORS[known].code, message: KOREADER_ERRORS[known].message }
    },
    status: error => (isInvalid(error) ? KOREADER_ERRORS.invalid.status : error.status),
  }
}

function knownOf(error: FormedError): Known | null {
  if (error.status === 401) return 'unauthorized'
  if (isInvalid(error)) return /^(body|path) document\b/.test(error.message) ? 'noDocument' : 'invalid'
  if (error.status === 403) return 'invalid'
  return error.status >= 500 ? 'internal' : null
}

/** The original server's code for an invalid request. */
function isInvalid({ status }: FormedError): boolean {
  return status === 400 || status === 415 || status === 422
}
