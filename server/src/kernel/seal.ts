import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts values that must be readable later, so that a copy of the database alone does not reveal them. */
export interface Seal {
  close(secret: Uint8Array): string
  /** Null if it was sealed with another key. */
  open(sealed: string): Uint8Array | null
}

/** AES-256-GCM with a key derived from the server's secret. */
export function createSeal(serverSecret: Uint8Array, use: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, new Uint8Array(), `octavo ${use}`, 32))
  return {
    close(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
