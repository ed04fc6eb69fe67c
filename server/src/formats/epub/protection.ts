import type { Scrambling } from '../facts'
import { descendantsNamed, type XmlElement } from '../xml/xml-document'
import { isFontScrambling, scramblingOf } from './font-scrambling'
import { type EpubMembers, readOptionalDocument, resolverOf } from './members'

const ENCRYPTION_PATH = 'META-INF/encryption.xml'
/** Paths under DRM (LCP, ADEPT and others), which cannot be read. Empty for a book without DRM. */
export function lockedPaths(members: EpubMembers): ReadonlySet<string> {
  const locked = [...encrypted(members)].filter(([, algorithm]) => !isFontScrambling(algorithm))
  return new Set(locked.map(([path]) => path))
}

/** Paths of scrambled fonts that can be unscrambled. */
export function scrambledFonts(members: EpubMembers, identifier: string | null): ReadonlyMap<string, Scrambling> {
  const fonts = new Map<string, Scrambling>()
  for (const [path, algorithm] of encrypted(members)) {
    const scrambling = scramblingOf(algorithm, identifier)
    if (scrambling) fonts.set(path, scrambling)
  }
  return fonts
}

/** Entries of encryption.xml: path and algorithm. */
function* encrypted(members: EpubMembers): Generator<[path: string, algorithm: string]> {
  const encryption = readOptionalDocument(members, ENCRYPTION_PATH)
  if (encryption === undefined) return
  const resolve = resolverOf(members, '')
  for (const data of descendantsNamed(encryption, 'EncryptedData')) {
    const address = attributeOf(data, 'CipherReference', 'URI') ?? ''
    yield [resolve(address) ?? address, attributeOf(data, 'EncryptionMethod', 'Algorithm') ?? '']
  }
}

function attributeOf(data: XmlElement, element: string, attribute: string): string | null {
  for (const found of descendantsNamed(data, element)) return found.attributes[attribute] ?? null
  return null
}
