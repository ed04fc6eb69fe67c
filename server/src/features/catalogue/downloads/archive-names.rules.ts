/** Bytes of one name: every usual file system takes as many. */
const MOST_BYTES = 240
/** What Windows does not allow in a name, and what other systems take for a folder. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** A name that every usual system can unpack. */
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
 * Names of files in an archive, in the same order: safe, and each used once, whatever its case. A repeated one gets a number,
 * `name (1).cbz`. A file with a folder lies in it.
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

/** Cuts the stem, never the ending. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name
  const { stem, extension } = splitName(name)
  const room = MOST_BYTES - Buffer.byteLength(extension)
  // Bytes of a character that is cut in two become U+FFFD at the end.
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
