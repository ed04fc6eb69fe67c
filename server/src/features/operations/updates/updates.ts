import { z } from 'zod'
import type { Logger } from '../../../kernel/log'

/** Releases as GitHub, Gitea and Forgejo list them, or one object of the same form. */
const Release = z.object({
  // Of any length: one odd tag must not hide the others. The whole list is bounded.
  tag_name: z.string(),
  html_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
  prerelease: z.boolean().optional(),
  draft: z.boolean().optional(),
})
const Releases = z.preprocess(value => (Array.isArray(value) ? value : [value]), z.array(Release).max(1_000))
/** Longer numbers cannot be compared. */
const VERSION = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9})$/

export interface UpdateCheck {
  /** Null until the address has answered. */
  readonly latest: { readonly version: string; readonly url: string | null } | null
  readonly checkedAt: number | null
}

export interface Updates {
  readonly enabled: boolean
  readonly last: UpdateCheck
  /** Looks now. Never rejects. */
  check(): Promise<void>
  stop(): void
}

const FIRST_MS = 60_000
const INTERVAL_MS = 24 * 3_600_000
const TIMEOUT_MS = 10_000
const MOST_BYTES = 2 * 1024 ** 2

/** Looks once a day for the newest release at an address; without one, never. Nothing about this server is sent. */
export function createUpdates({ url, log }: { readonly url: string | null; readonly log: Logger }): Updates {
  let last: UpdateCheck = { latest: null, checkedAt: null }
  async function check(): Promise<void> {
    if (url === null) return
    try {
      last = { latest: newest(await releasesAt(url)), checkedAt: Date.now() }
    } catch (error) {
      log.warn({ problem: (error as Error).message }, 'the list of releases could not be read')
    }
  }
  const first = url === null ? null : setTimeout(check, FIRST_MS)
  const timer = url === null ? null : setInterval(check, INTERVAL_MS)
  first?.unref()
  timer?.unref()
  return {
    enabled: url !== null,
    get last() {
      return last
    },
    check,
    stop() {
      if (first !== null) clearTimeout(first)
      if (timer !== null) clearInterval(timer)
    },
  }
}

async function releasesAt(url: string): Promise<unknown> {
  const headers = { Accept: 'application/json', 'User-Agent': 'Octavo' }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('it is too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** The highest version that is finished; null without one. */
export function newest(releases: unknown): UpdateCheck['latest'] {
  const found = Releases.parse(releases).flatMap(({ tag_name, html_url = null, prerelease, draft }) => {
    const version = VERSION.exec(tag_name)?.[1]
    return version && !prerelease && !draft ? [{ version, url: html_url }] : []
  })
  return found.sort((a, b) => Bun.semver.order(b.version, a.version))[0] ?? null
}
