import { descendantsNamed, type XmlElement } from '../xml/xml-document'
import { type EpubMembers, readOptionalDocument, resolveHref } from './members'

const ENCRYPTION_PATH = 'META-INF/encryption.xml'
/** Scrambled fonts are not protection of the book: readers unscramble them (IDPF and Adobe methods). */
const FONT_OBFUSCATION = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']

/** Paths that are under DRM (LCP, ADEPT and others), and so cannot be read. Empty for a free book. */
export function lockedPaths(members: EpubMembers): ReadonlySet<string> {
  const encryption = readOptionalDocument(members, ENCRYPTION_PATH)
  const locked = new Set<string>()
  if (encryption === undefined) return locked
  for (const data of descendantsNamed(encryption, 'EncryptedData')) {
    const algorithm = attributeOf(data, 'EncryptionMethod', 'Algorithm')
    if (algorithm !== null && FONT_OBFUSCATION.includes(algorithm)) continue
    const address = attributeOf(data, 'CipherReference', 'URI') ?? ''
    locked.add(resolveHref(members, '', address) ?? address)
  }
  return locked
}

function attributeOf(data: XmlElement, element: string, attribute: string): string | null {
  for (const found of descendantsNamed(data, element)) return found.attributes[attribute] ?? null
  return null
}
