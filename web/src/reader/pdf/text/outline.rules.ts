/** The line that a page belongs to: the last one at or before it; -1 before the first. */
export function lineOfPage(pages: readonly (number | null)[], page: number): number {
  let found = -1
  for (const [at, start] of pages.entries()) {
    if (start !== null && start <= page && start >= (pages[found] ?? 0)) found = at
  }
  return found
}

/** The used members of an outline entry. */
export interface OutlineEntry {
  readonly title: string
  readonly dest: unknown
  readonly items: readonly OutlineEntry[]
}

export interface OutlineLine {
  readonly title: string
  readonly depth: number
  readonly destination: unknown
}

const DEEPEST = 6
const LONGEST = 5000

/** The outline as lines. Entries without a target in the file are left out; their children stay. */
export function outlineLines(outline: readonly OutlineEntry[] | null): OutlineLine[] {
  const lines: OutlineLine[] = []
  const waiting = (outline ?? []).map(entry => ({ entry, depth: 0 })).reverse()
  for (let next = waiting.pop(); next && lines.length < LONGEST; next = waiting.pop()) {
    const { entry, depth } = next
    const title = entry.title.trim()
    if (title !== '' && entry.dest) lines.push({ title, depth, destination: entry.dest })
    for (const child of [...entry.items].reverse()) waiting.push({ entry: child, depth: Math.min(DEEPEST, depth + 1) })
  }
  return lines
}
