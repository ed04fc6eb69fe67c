import { SCAN_FINDINGS, type ScanFindingDto } from '@octavo/contract/scan'
import { z } from 'zod'

/** Maximum number of stored paths per kind; further ones are only counted. */
const MAX_PATHS = 100

type Kind = ScanFindingDto['kind']

const Details = z.object({
  counts: z.record(z.enum(SCAN_FINDINGS), z.int()),
  findings: z.array(
    z.object({
      kind: z.enum(SCAN_FINDINGS),
      path: z.string(),
      folder: z.string().optional(),
      from: z.string().optional(),
      fromFolder: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
})
export type Details = z.infer<typeof Details>

/** The findings of a scan by file, as its report stores them. */
export interface ScanDetails {
  add(kind: Kind, path: string, more?: Omit<ScanFindingDto, 'kind' | 'path'>): void
  /** Removes a finding that proved wrong. */
  drop(kind: Kind, path: string, where: Pick<ScanFindingDto, 'folder'>): void
  /** JSON. */
  text(): string
}

/** `before` was stored by the same scan before its process stopped. */
export function createDetails(before: string | null): ScanDetails {
  const { counts, findings } = readDetails(before)
  const seen = new Set(findings.map(keyOf))
  return {
    add(kind, path, more = {}) {
      const finding = { kind, path, ...more }
      if (seen.has(keyOf(finding))) return
      counts[kind]++
      if (counts[kind] > MAX_PATHS) return
      seen.add(keyOf(finding))
      findings.push(finding)
    },
    drop(kind, path, where) {
      counts[kind] = Math.max(0, counts[kind] - 1)
      const key = keyOf({ kind, path, ...where })
      const index = findings.findIndex(one => keyOf(one) === key)
      if (index >= 0) findings.splice(index, 1)
    },
    text: () => JSON.stringify({ counts, findings }),
  }
}

function keyOf({ kind, folder, path }: Pick<ScanFindingDto, 'kind' | 'folder' | 'path'>): string {
  return folder === undefined ? `${kind} ${path}` : `${kind} ${folder} ${path}`
}

/** The details of a report; empty if it has none yet. */
export function readDetails(text: string | null): Details {
  if (text !== null) return Details.parse(JSON.parse(text))
  const counts = Object.fromEntries(SCAN_FINDINGS.map(kind => [kind, 0])) as Record<Kind, number>
  return { counts, findings: [] }
}
