import { createHmac, timingSafeEqual } from 'node:crypto'

/** What authenticator apps take for granted (RFC 6238; Google Authenticator knows nothing else). */
const STEP_MS = 30_000
const DIGITS = 6
/** A clock that is off by half a minute, and a code that was typed slowly. */
const DRIFT_STEPS = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of one step (RFC 4226, 5.3). */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(ms: number): number {
  return Math.floor(ms / STEP_MS)
}

/** The step whose code it is, now or a step off; null when it is none of them. */
export function stepOfCode(secret: Uint8Array, code: string, ms: number): number | null {
  const given = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(given)) return null
  const now = stepAt(ms)
  let found: number | null = null
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step++) {
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(given))) found = step
  }
  return found
}

/** RFC 4648 without padding, as apps want it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What a QR code for an app holds. */
export function otpauthUri(secret: string, account: string, serverName: string): string {
  // A colon would end it.
  const issuer = serverName.replaceAll(':', ' ').trim() || 'Octavo'
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=30`
}
