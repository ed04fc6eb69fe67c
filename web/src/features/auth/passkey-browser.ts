import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from '../../api/client'
import type { PasskeyAnswer, PasskeyOptions } from '../../api/types'
import { patiently } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { tk } from './messages'

const webauthn = () => patiently(() => import('@simplewebauthn/browser'))

export type PasskeysHere = 'yes' | 'unsupported' | 'not-here' | 'elsewhere'

/** Whether passkeys work on this page; `origin` is the server's origin for them, if configured. */
export function passkeysHere(origin: string | null | undefined): PasskeysHere {
  const { hostname } = location
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (origin && origin !== location.origin && !local) return 'elsewhere'
  if (!isSecureContext || /^[\d.]+$|^\[/.test(hostname)) return 'not-here'
  return 'PublicKeyCredential' in window ? 'yes' : 'unsupported'
}

/** Whether the browser offers passkeys in the name field. */
export async function offersInField(): Promise<boolean> {
  return (await webauthn()).browserSupportsWebAuthnAutofill()
}

/**
 * Requests a passkey from the browser: at once, or in the name field when somebody chooses one there. A second request
 * ends the first.
 */
export async function choosePasskey(asked: PasskeyOptions, inField = false): Promise<PasskeyAnswer> {
  const { startAuthentication } = await webauthn()
  const optionsJSON = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: inField })
  return { ticket: asked.ticket, response } as PasskeyAnswer
}

export const askForPasskey = () => api.post('/api/v1/auth/passkey/options', { anonymous: true })

/** Creates a passkey on the device and registers it on the server. */
export async function createPasskey(asked: PasskeyOptions, name: string): Promise<void> {
  const { startRegistration } = await webauthn()
  const optionsJSON = asked.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON })
  await api.post('/api/v1/user/passkeys', { body: { ticket: asked.ticket, name, response } })
}

export async function stopChoosing(): Promise<void> {
  ;(await webauthn()).WebAuthnAbortService.cancelCeremony()
}

/** The message for a failed passkey request. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return tk('passkey.cancelled')
  if (name === 'InvalidStateError') return tk('passkey.alreadyHere')
  return errorSentence(error)
}
