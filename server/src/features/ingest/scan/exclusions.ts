/** Exclusions of a scan: hidden entries, and the library's patterns. */
export interface Exclusions {
  /** `path` is below the library's folder, `name` its last part. */
  leavesOut(name: string, path: string): boolean
}

/** System folders next to books: resource forks, thumbnails, recycle bins. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  '__macosx',
  '@eadir',
  '#recycle',
  '$recycle.bin',
  'system volume information',
  'lost+found',
])

/**
 * `patterns` has one glob per line, ignoring case. Each is matched with the name and with the whole path below the
 * library's folder, so that one without a slash matches at any depth.
 */
export function createExclusions(patterns: string | null): Exclusions {
  const globs = (patterns ?? '')
    .split('\n')
    .map(line =>
      line
        .trim()
        .toLowerCase()
        .replace(/^\/|\/$/g, ''),
    )
    .filter(line => line !== '')
    .map(line => new Bun.Glob(line))
  return {
    leavesOut(name, path) {
      if (isHidden(name)) return true
      if (globs.length === 0) return false
      const lowerName = name.toLowerCase()
      const lowerPath = path.toLowerCase()
      return globs.some(glob => glob.match(lowerName) || glob.match(lowerPath))
    },
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || (SYSTEM_INITIALS.has(name.charAt(0)) && SYSTEM_NAMES.has(name.toLowerCase()))
}

/** First, because this runs for every file of a scan. */
const SYSTEM_INITIALS: ReadonlySet<string> = new Set(
  [...SYSTEM_NAMES].flatMap(name => [name.charAt(0), name.charAt(0).toUpperCase()]),
)

/** Whether a path, or a folder above it, is excluded. */
export function isLeftOut(exclusions: Exclusions, path: string): boolean {
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end < 0 ? path : path.slice(0, end)
    if (exclusions.leavesOut(part.slice(part.lastIndexOf('/') + 1), part)) return true
    if (end < 0) return false
  }
}
