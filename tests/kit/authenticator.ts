import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, NewCredential, PasskeyOptions } from '@octavo/contract/passkey-credential'

/** A software passkey with configurable faults. */
export interface DevicePasskey {
  readonly id: string
  readonly userHandle: string
  readonly rpId: string
  counter: number
  readonly privateKey: KeyObject
}

export interface Claims {
  /** Page on which it happens. */
  readonly origin: string
  readonly rpId?: string
  /** Finger, face or PIN; true by default. */
  readonly userVerified?: boolean
  readonly challenge?: string
  readonly userHandle?: string | null
}

/** Bits of authenticator data (WebAuthn, 6.1). */
const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

/** What a browser with a platform authenticator answers to `navigator.credentials.create`: ES256, attestation none. */
export function makePasskey(
  { options }: PasskeyOptions,
  claims: Claims,
): { readonly passkey: DevicePasskey; readonly response: NewCredential } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rpId = claims.rpId ?? (options.rp as { id: string }).id
  const id = randomBytes(32)
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const flags = PRESENT | HAS_KEY | (claims.userVerified === false ? 0 : VERIFIED)
  const authData = Buffer.concat([head(rpId, flags, 0), Buffer.alloc(16), length, id, key])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const response: NewCredential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: {
      clientDataJSON: clientData('webauthn.create', options, claims),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  }
  const userHandle = (options.user as { id: string }).id
  return { passkey: { id: response.id, userHandle, rpId, counter: 0, privateKey }, response }
}

/** What it answers to `navigator.credentials.get`. A counter that is not 0 grows with each answer. */
export function answerWith(passkey: DevicePasskey, { options }: PasskeyOptions, claims: Claims): Assertion {
  if (passkey.counter > 0) passkey.counter += 1
  const flags = PRESENT | (claims.userVerified === false ? 0 : VERIFIED)
  const authData = head(claims.rpId ?? passkey.rpId, flags, passkey.counter)
  const clientDataJSON = clientData('webauthn.get', options, claims)
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    response: {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, hash]), passkey.privateKey).toString('base64url'),
      userHandle: claims.userHandle === undefined ? passkey.userHandle : claims.userHandle,
    },
  }
}

function head(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

function clientData(type: string, options: PasskeyOptions['options'], { origin, challenge }: Claims): string {
  const said = { type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }
  return Buffer.from(JSON.stringify(said)).toString('base64url')
}

/** RFC 8949, as much of it as a key and an attestation need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? start(1, -1 - value) : start(0, value)
  if (typeof value === 'string') return Buffer.concat([start(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([start(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([start(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
  }
  throw new TypeError('not needed')
}

function start(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}
