/** What a scan leaves out: hidden things, and what the library's patterns name. */
export interface Exclusions {
  /** `path` is below the library's folder, `name` its last part. */
  leavesOut(name: string, path: string): boolean
}

/** Folders that systems make next to books: resource forks, thumbnails, recycle bins. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  '__macosx',
  '@eadir',
  '#recycle',
  '$recycle.bin',
  'system volume information',
  'lost+found',
])

/**
 * `patterns` has one glob a line, without regard to case. Each is tried on the name and on the whole path below the
 * library's folder, so that one without a slash finds things at any depth.
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

/** Asked first, because every file of a scan is asked about. */
const SYSTEM_INITIALS: ReadonlySet<string> = new Set(
  [...SYSTEM_NAMES].flatMap(name => [name.charAt(0), name.charAt(0).toUpperCase()]),
)

/** Whether a path, or a folder on the way to it, is left out. */
export function isLeftOut(exclusions: Exclusions, path: string): boolean {
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end < 0 ? path : path.slice(0, end)
    if (exclusions.leavesOut(part.slice(part.lastIndexOf('/') + 1), part)) return true
    if (end < 0) return false
  }
}
