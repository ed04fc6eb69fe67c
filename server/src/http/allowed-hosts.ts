import { isIP } from 'node:net'

/**
 * Whether the server answers by this name. A page of another site that points a name of its own at this machine is kept
 * out by it. Addresses always pass: no such page can come by one. `names` empty: any name; `*.` stands for all below it.
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
