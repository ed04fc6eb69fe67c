import { isIP } from 'node:net'

/**
 * Whether the server accepts this `Host`, against DNS rebinding. IP addresses always pass because a rebound page cannot
 * use one. Empty `names` allow any name; `*.` matches all subdomains.
 */
export function isAllowedHost(host: string | null, names: readonly string[], baseUrl: string | null): boolean {
  if (names.length === 0 || host === null) return true
  const name = host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true
  if (baseUrl !== null && new URL(baseUrl).hostname === name) return true
  return names.some(allowed => {
    const wanted = allowed.toLowerCase()
    return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted
  })
}
