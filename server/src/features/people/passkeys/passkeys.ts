import type { NewCredential, PasskeyAnswer, PasskeyOptions } from '@octavo/contract/passkey-credential'
import { isUniqueViolation, type Reader, type Write } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { recordAct } from '../../../platform/audit-log'
import { requireRoom } from '../quotas'
import type { Account } from '../users'
import { type ChallengeTicket, createChallengeTickets } from './challenge-tickets'
import { countUse, insertPasskey, type Passkey, passkeyByCredential, passkeysOf, takeChallenge } from './passkeys.store'
import { originOf, type RelyingParty, relyingPartyOf } from './relying-party.rules'

/** A verified answer; `take` redeems it in a transaction of its own, and returns false if it was used already. */
export interface PasskeyProof {
  readonly userId: string
  take(): Promise<boolean>
}

export interface Passkeys {
  /** @throws Conflict on a page where passkeys cannot be created */
  register(request: Request, account: Account, holder: string): Promise<PasskeyOptions>
  /** @throws BadRequest for an invalid answer, Conflict for a registered device */
  add(account: Account, holder: string, made: NewPasskeyAnswer): Promise<Passkey>
  /**
   * Requests any passkey, for sign-in.
   * @throws Conflict as above
   */
  ask(request: Request, holder: string): Promise<PasskeyOptions>
  /** Requests a passkey of the account as a second factor; null if it has none for this page. */
  askOwner(request: Request, account: Account): Promise<PasskeyOptions | null>
  /** Verifies an answer; null if it is invalid. */
  check(answer: PasskeyAnswer, use: 'sign-in' | 'second', holder: string): Promise<PasskeyProof | null>
}

export interface NewPasskeyAnswer {
  readonly ticket: string
  readonly name: string
  readonly response: NewCredential
}

/** How long a browser waits for a person. */
const ANSWER_MS = 5 * 60_000

/** Loaded with the first passkey: it is 25 MB. */
const webauthn = () => import('@simplewebauthn/server')

export function createPasskeys(deps: {
  readonly serverName: () => string
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly secret: Uint8Array
  /** The public address, if configured. */
  readonly baseUrl: string | null
}): Passkeys {
  const { reader, write, now, baseUrl } = deps
  const tickets = createChallengeTickets(deps.secret, now)

  function partyOf(request: Request): RelyingParty {
    const party = relyingPartyOf(request, baseUrl)
    if (party) return party
    if (baseUrl) throw refused('Conflict', 'passkeys_elsewhere', `Passkeys only work at ${baseUrl}`, { where: baseUrl })
    throw refused('Conflict', 'passkeys_unsafe', 'Passkeys require a host name and HTTPS')
  }

  async function options(
    asked: Pick<ChallengeTicket, 'use' | 'holder' | 'rpId' | 'origin'>,
    own: readonly Passkey[],
  ): Promise<PasskeyOptions> {
    const ticket = tickets.issue(asked)
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID: asked.rpId,
      challenge: bytesOf(ticket.challenge),
      userVerification: 'required',
      allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
      timeout: ANSWER_MS,
    })
    return { ticket: ticket.value, options: { ...options } }
  }

  return {
    async register(request, account, holder) {
      const party = partyOf(request)
      const ticket = tickets.issue({ use: 'register', holder, ...party })
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: deps.serverName(),
        rpID: party.rpId,
        userID: new Uint8Array(Buffer.from(account.id)),
        userName: account.username,
        userDisplayName: account.username,
        challenge: bytesOf(ticket.challenge),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: (await passkeysOf(reader, account.pk)).map(({ credentialId }) => ({ id: credentialId })),
        timeout: ANSWER_MS,
      })
      return { ticket: ticket.value, options: { ...options } }
    },

    async add(account, holder, { ticket: value, name, response }) {
      const ticket = tickets.verify(value, 'register', holder)
      if (!ticket)
        throw refused('BadRequest', 'took_too_long', 'This took too long or was started elsewhere: try again')
      const made = await verifyNew(response, ticket)
      if (!made)
        throw refused(
          'BadRequest',
          'passkey_refused',
          'This passkey was not made for this page, or not for this request',
        )
      const passkey = { ...made, userPk: account.pk, name, rpId: ticket.rpId, origin: ticket.origin }
      try {
        return await write(async tx => {
          await requireRoom(tx, account.pk, 'passkeys')
          if (!(await takeChallenge(tx, ticket.challenge, ticket.expiresAt))) {
            throw refused('BadRequest', 'sent_before', 'This was already sent. Try again.')
          }
          const subject = { kind: 'user', id: account.id, name: account.username } as const
          await recordAct(tx, { userPk: account.pk }, 'passkey_added', subject, { now: now(), details: { name } })
          return insertPasskey(tx, passkey, now())
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw refused('Conflict', 'passkey_known', 'This passkey is already registered')
        throw error
      }
    },

    ask: (request, holder) => options({ use: 'sign-in', holder, ...partyOf(request) }, []),

    async askOwner(request, account) {
      const party = relyingPartyOf(request, baseUrl)
      const own = party ? (await passkeysOf(reader, account.pk)).filter(({ rpId }) => rpId === party.rpId) : []
      return party && own.length > 0 ? options({ use: 'second', holder: account.id, ...party }, own) : null
    },

    async check({ ticket: value, response }, use, holder) {
      const ticket = tickets.verify(value, use, holder)
      const found = ticket && (await passkeyByCredential(reader, response.id))
      if (!found || found.passkey.rpId !== ticket.rpId) return null
      const { passkey, userId } = found
      const { userHandle } = response.response
      if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId) return null
      const verified = await verifyAnswer(response, ticket, passkey, originOf(passkey, baseUrl))
      if (!verified) return null
      return {
        userId,
        take: () =>
          write(async tx => {
            if (!(await takeChallenge(tx, ticket.challenge, ticket.expiresAt))) return false
            return countUse(tx, passkey.pk, { ...verified, now: now() })
          }),
      }
    },
  }
}

async function verifyNew(response: NewCredential, ticket: ChallengeTicket) {
  const { verifyRegistrationResponse } = await webauthn()
  const { transports = [], ...attestation } = response.response
  const result = await verifyRegistrationResponse({
    response: { ...response, response: { ...attestation, transports }, clientExtensionResults: {} },
    expectedChallenge: ticket.challenge,
    expectedOrigin: ticket.origin,
    expectedRPID: ticket.rpId,
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) return null
  const { credential, credentialDeviceType } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
    synced: credentialDeviceType === 'multiDevice',
  }
}

/** The values to store of a valid answer. The library throws if the page, the signature or the counter is wrong. */
async function verifyAnswer(
  response: PasskeyAnswer['response'],
  ticket: ChallengeTicket,
  passkey: Passkey,
  origin: string,
): Promise<{ readonly counter: number; readonly synced: boolean } | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { credentialId, publicKey, counter } = passkey
  const { userHandle, ...assertion } = response.response
  const signed = { ...assertion, ...(userHandle && { userHandle }) }
  const result = await verifyAuthenticationResponse({
    response: { ...response, response: signed, clientExtensionResults: {} },
    expectedChallenge: ticket.challenge,
    expectedOrigin: origin,
    expectedRPID: ticket.rpId,
    credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!result?.verified) return null
  const { newCounter, credentialDeviceType } = result.authenticationInfo
  return { counter: newCounter, synced: credentialDeviceType === 'multiDevice' }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
