import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from '../../api/client'
import type { PasskeyAnswer, PasskeyOptions } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { tk } from './messages'

const webauthn = () => import('@simplewebauthn/browser')

export type PasskeysHere = 'yes' | 'unsupported' | 'not-here' | 'elsewhere'

/** Whether passkeys work on this page; `origin` is where the server has them, when it says so. */
export function passkeysHere(origin: string | null | undefined): PasskeysHere {
  const { hostname } = location
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (origin && origin !== location.origin && !local) return 'elsewhere'
  if (!isSecureContext || /^[\d.]+$|^\[/.test(hostname)) return 'not-here'
  return 'PublicKeyCredential' in window ? 'yes' : 'unsupported'
}

/** Whether the browser offers passkeys in the field for the name. */
export async function offersInField(): Promise<boolean> {
  return (await webauthn()).browserSupportsWebAuthnAutofill()
}

/**
 * Asks the browser for a passkey: at once, or in the field for the name as soon as somebody chooses one there.
 * A second request ends the first.
 */
export async function choosePasskey(asked: PasskeyOptions, inField = false): Promise<PasskeyAnswer> {
  const { startAuthentication } = await webauthn()
  const optionsJSON = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: inField })
  return { ticket: asked.ticket, response } as PasskeyAnswer
}

export const askForPasskey = () => api.post('/api/v1/auth/passkey/options', { anonymous: true })

/** Has the device make a passkey, and the server keep it. */
export async function createPasskey(asked: PasskeyOptions, name: string): Promise<void> {
  const { startRegistration } = await webauthn()
  const optionsJSON = asked.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON })
  await api.post('/api/v1/user/passkeys', { body: { ticket: asked.ticket, name, response } })
}

export async function stopChoosing(): Promise<void> {
  ;(await webauthn()).WebAuthnAbortService.cancelCeremony()
}

/** What to say when no passkey came of it. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return tk('passkey.cancelled')
  if (name === 'InvalidStateError') return tk('passkey.alreadyHere')
  return errorSentence(error)
}
