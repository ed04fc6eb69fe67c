import { HOTP, Secret, TOTP } from 'otpauth'

/** Parameters supported by all authenticator apps (RFC 6238; Google Authenticator supports no others). */
const PERIOD_SECONDS = 30
const DIGITS = 6
const ALGORITHM = 'SHA1'
/** Tolerates a clock that is off by half a minute, and slow typing. */
const DRIFT_STEPS = 1

/** The code of one step (RFC 4226, 5.3). */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  return HOTP.generate({ secret: secretOf(secret), algorithm: ALGORITHM, digits, counter: step })
}

export function stepAt(ms: number): number {
  return TOTP.counter({ period: PERIOD_SECONDS, timestamp: ms })
}

/** The matching time step, now or one step off; null if none matches. */
export function stepOfCode(secret: Uint8Array, code: string, ms: number): number | null {
  const given = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(given)) return null
  const window = { period: PERIOD_SECONDS, timestamp: ms, window: DRIFT_STEPS }
  const off = TOTP.validate({ token: given, secret: secretOf(secret), algorithm: ALGORITHM, digits: DIGITS, ...window })
  return off === null ? null : stepAt(ms) + off
}

/** RFC 4648 without padding, as apps require. */
export function base32(bytes: Uint8Array): string {
  return secretOf(bytes).base32
}

/** Content of the QR code for an app; `secret` is base32. */
export function otpauthUri(secret: string, account: string, serverName: string): string {
  // A colon is a separator in the label.
  const issuer = serverName.replaceAll(':', ' ').trim() || 'Octavo'
  const shape = { algorithm: ALGORITHM, digits: DIGITS, period: PERIOD_SECONDS }
  return new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), ...shape }).toString()
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
