import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { type PdfObjects, rawPdf } from './raw-pdf'

/** Revisions of the standard security handler: RC4 of 40 and 128 bits, AES of 128 bits, and two of 256. */
export type PdfRevision = 2 | 3 | 4 | 5 | 6

/** What pads passwords (PDF 1.7, algorithm 2). */
const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const ID = Buffer.alloc(16, 7)
const PERMISSIONS = -4

interface Protection {
  /** Of the file. */
  readonly key: Buffer
  /** The encryption dictionary. */
  readonly dictionary: string
}

/** A PDF whose streams are encrypted; by an empty user password, as most protected files are, it opens without asking. */
export function encryptedPdf(objects: PdfObjects, revision: PdfRevision, userPassword = ''): Buffer {
  const user = Buffer.from(userPassword, 'latin1')
  const { key, dictionary } = revision < 5 ? protectedByMd5(revision, user) : protectedBySha(revision, user)
  const numbers = Object.keys(objects).map(Number)
  const handler = Math.max(...numbers) + 1
  const encrypted = Object.fromEntries(
    numbers.map(number => {
      const value = objects[number] ?? ''
      if (typeof value === 'string') return [number, value]
      return [number, { ...value, bytes: encryptedStream(Buffer.from(value.bytes), number, key, revision) }]
    }),
  )
  const id = ID.toString('hex')
  return rawPdf({ ...encrypted, [handler]: dictionary }, { trailer: `/Encrypt ${handler} 0 R/ID[<${id}><${id}>]` })
}

function encryptedStream(bytes: Buffer, number: number, key: Buffer, revision: PdfRevision): Buffer {
  if (revision >= 5) return aes('aes-256-cbc', key, bytes)
  const object = Buffer.from([number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, 0, 0])
  const salt = revision === 4 ? Buffer.from('sAlT') : Buffer.alloc(0)
  const own = md5(key, object, salt).subarray(0, Math.min(key.length + 5, 16))
  return revision === 4 ? aes('aes-128-cbc', own, bytes) : rc4(own, bytes)
}

/** Revisions 2 to 4 (PDF 1.7, algorithms 2 to 5). */
function protectedByMd5(revision: PdfRevision, user: Buffer): Protection {
  const length = revision === 2 ? 5 : 16
  const rounds = revision === 2 ? 0 : 19
  const ownerKey = repeated(md5(padded(Buffer.from('owner'))), revision === 2 ? 0 : 50, length)
  const owner = manyTimes(ownerKey, padded(user), rounds)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const key = repeated(md5(padded(user), owner, permissions, ID), revision === 2 ? 0 : 50, length)
  const check = revision === 2 ? rc4(key, PAD) : Buffer.concat([manyTimes(key, md5(PAD, ID), rounds), Buffer.alloc(16)])
  const kinds = {
    2: '/V 1/R 2',
    3: '/V 2/R 3/Length 128',
    4: '/V 4/R 4/Length 128/CF<</StdCF<</CFM/AESV2/AuthEvent/DocOpen/Length 16>>>>/StmF/StdCF/StrF/StdCF',
  }
  const kind = kinds[revision as 2 | 3 | 4]
  return { key, dictionary: `<</Filter/Standard${kind}${hexes({ O: owner, U: check })}/P ${PERMISSIONS}>>` }
}

/** Revisions 5 and 6 (PDF 2.0, algorithms 8 to 10). */
function protectedBySha(revision: PdfRevision, user: Buffer): Protection {
  const key = randomBytes(32)
  const hash = (password: Buffer, salt: Buffer, more: Buffer = Buffer.alloc(0)) =>
    revision === 5
      ? createHash('sha256').update(password).update(salt).update(more).digest()
      : hardened(password, salt, more)
  const entry = (password: Buffer, more?: Buffer) => {
    const [check, forKey] = [randomBytes(8), randomBytes(8)]
    const wrapped = aesWithoutPadding('aes-256-cbc', hash(password, forKey, more), Buffer.alloc(16), key)
    return { text: Buffer.concat([hash(password, check, more), check, forKey]), wrapped }
  }
  const ofUser = entry(user)
  const ofOwner = entry(Buffer.from('owner'), ofUser.text)
  const permissions = Buffer.concat([Buffer.alloc(4), Buffer.alloc(4, 0xff), Buffer.from('Tadb'), randomBytes(4)])
  permissions.writeInt32LE(PERMISSIONS)
  const texts = {
    ...{ O: ofOwner.text, OE: ofOwner.wrapped, U: ofUser.text, UE: ofUser.wrapped },
    Perms: aesWithoutPadding('aes-256-ecb', key, null, permissions),
  }
  const filter = '/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF'
  const kind = `/Filter/Standard/V 5/R ${revision}/Length 256${filter}`
  return { key, dictionary: `<<${kind}${hexes(texts)}/P ${PERMISSIONS}>>` }
}

/** The hash of revision 6 (PDF 2.0, algorithm 2.B). */
function hardened(password: Buffer, salt: Buffer, more: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(more).digest()
  for (let round = 0; ; round++) {
    const once = Buffer.concat([password, key, more])
    const text = Buffer.concat(Array<Buffer>(64).fill(once))
    const mixed = aesWithoutPadding('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32), text)
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    const kind = ['sha256', 'sha384', 'sha512'][sum % 3] as string
    key = createHash(kind).update(mixed).digest()
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32)
  }
}

function aes(kind: string, key: Buffer, bytes: Buffer): Buffer {
  const start = randomBytes(16)
  const cipher = createCipheriv(kind, key, start)
  return Buffer.concat([start, cipher.update(bytes), cipher.final()])
}

function aesWithoutPadding(kind: string, key: Buffer, start: Buffer | null, bytes: Buffer): Buffer {
  const cipher = createCipheriv(kind, key, start).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

/** Once with the key, then with each byte of it changed by the round. */
function manyTimes(key: Buffer, bytes: Buffer, rounds: number): Buffer {
  let text = rc4(key, bytes)
  for (let round = 1; round <= rounds; round++) text = rc4(Buffer.from(key.map(byte => byte ^ round)), text)
  return text
}

function repeated(hash: Buffer, times: number, length: number): Buffer {
  let key = hash.subarray(0, length)
  for (let time = 0; time < times; time++) key = md5(key).subarray(0, length)
  return key
}

/** No library has it any more. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number) => {
    const before = state[a] as number
    state[a] = state[b] as number
    state[b] = before
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 0xff
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map(byte => {
      i = (i + 1) & 0xff
      j = (j + (state[i] as number)) & 0xff
      swap(i, j)
      return byte ^ (state[((state[i] as number) + (state[j] as number)) & 0xff] as number)
    }),
  )
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

function padded(password: Buffer): Buffer {
  return Buffer.concat([password, PAD]).subarray(0, 32)
}

function hexes(texts: Readonly<Record<string, Buffer>>): string {
  return Object.entries(texts)
    .map(([name, bytes]) => `/${name}<${bytes.toString('hex')}>`)
    .join('')
}
