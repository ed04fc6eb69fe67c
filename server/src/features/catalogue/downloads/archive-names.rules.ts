/** Maximum bytes of a name on common file systems. */
const MOST_BYTES = 240
/** Characters that Windows forbids in names, and path separators of other systems. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu
/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** A name that can be unpacked on every common system. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(/[. ]+$/, '_')
    .trimStart()
  const named = plain === '' ? '_' : plain
  return shortened(DEVICE.test(named) ? `_${named}` : named)
}

/**
 * File names in an archive, in the same order: safe, and unique ignoring case. A repeated one gets a number, `name
 * (1).cbz`. May include a folder.
 */
export function archiveNames(
  files: readonly { readonly name: string; readonly folder: string | null }[],
): readonly string[] {
  const used = new Set<string>()
  return files.map(({ name, folder }) => {
    const prefix = folder === null ? '' : `${safeName(folder)}/`
    const { stem, extension } = splitName(safeName(name))
    for (let number = 0; ; number++) {
      const path = `${prefix}${stem}${number === 0 ? '' : ` (${number})`}${extension}`
      const key = path.toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return path
    }
  })
}

/** Cuts the stem, never the extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name
  const { stem, extension } = splitName(name)
  const room = MOST_BYTES - Buffer.byteLength(extension)
  // A character cut in two becomes U+FFFD at the end.
  return `${Buffer.from(stem)
    .subarray(0, room)
    .toString()
    .replace(/\uFFFD$/, '')}${extension}`
}

function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && name.length - dot <= 10
  return isExtension ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' }
}
