import { networkInterfaces } from 'node:os'
import type { Config } from '../config'
import { ownPath } from '../http/own-address'
import { VERSION } from '../kernel/version'

export interface Started {
  readonly folders: readonly string[]
  readonly address: { readonly hostname: string; readonly port: number } | null
  /** Null once there is an account. */
  readonly setupToken: string | null
  /** Why it is not ready. */
  readonly problem: string | null
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]'])

/** What the terminal shows when the server is up. */
export function greeting(config: Config, { folders, address, setupToken, problem }: Started): string[] {
  const addresses = address ? addressesOf(config, address.port) : []
  const first = addresses[0]
  const rows: [string, string][] = [
    ...addresses.map(({ label, url }): [string, string] => [label, url]),
    ...folders.map((folder, place): [string, string] => [place === 0 ? 'Libraries' : '', folder]),
    ['Data', config.dataDir],
    ['Database', databaseName(config.databaseUrl)],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  const setup = setupToken && first ? setupLines(config, addresses, setupToken) : []
  return [
    '',
    problem ? `Octavo ${VERSION} is running, but ${problem}.` : `Octavo ${VERSION} is ready.`,
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`),
    ...setup,
    ...plainLines(config),
    '',
    '  Ctrl+C stops it.',
    '',
  ]
}

/** Warns the operator that passwords and books are readable in transit. */
function plainLines({ host, auth }: Config): string[] {
  if (auth.plainHttp === 'never' || /^(127\.|::1$|localhost$)/.test(host)) return []
  const where = auth.plainHttp === 'home' ? 'in private networks' : 'from anywhere, including the internet'
  return [
    '',
    `  Plain HTTP is allowed ${where}: passwords and books can be read in transit.`,
    '  For HTTPS, put a reverse proxy in front of Octavo; OCTAVO_AUTH_PLAIN_HTTP sets who may use plain HTTP.',
  ]
}

const HERE = 'On this computer'

interface Address {
  readonly label: string
  readonly url: string
}

function addressesOf({ baseUrl, host }: Config, port: number): Address[] {
  const outside = baseUrl ? [{ label: 'Address', url: baseUrl }] : []
  // Pages request files below that path, which only the proxy removes.
  if (ownPath(baseUrl)) return outside
  if (!EVERY_ADDRESS.has(host)) {
    const shown = host === '127.0.0.1' || host === '::1' ? 'localhost' : bracketed(host)
    return [...outside, { label: HERE, url: `http://${shown}:${port}` }]
  }
  const lan = lanAddresses().map((each, place) => ({
    label: place === 0 ? 'On your network' : '',
    url: `http://${bracketed(each)}:${port}`,
  }))
  return [...outside, { label: HERE, url: `http://localhost:${port}` }, ...lan]
}

/** IPv4 addresses by which other machines may reach this one. */
function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(each => !each.internal && each.family === 'IPv4' && !each.address.startsWith('169.254.'))
    .map(each => each.address)
    .slice(0, 3)
}

function setupLines({ setupOpen }: Config, addresses: readonly Address[], token: string): string[] {
  const links = addresses.slice(0, 2).map(({ url }) => `    ${setupLink(url, token)}`)
  const open = '  Until then, anyone who reaches this server can create the first account (OCTAVO_SETUP_OPEN).'
  return ['', '  Create your account by opening:', ...links, ...(setupOpen ? ['', open] : [])]
}

function setupLink(url: string, token: string): string {
  return `${url}/setup?token=${token}`
}

/** The link that a browser on this machine opens; null once there is an account. */
export function ownSetupLink(config: Config, { address, setupToken }: Started): string | null {
  const addresses = address ? addressesOf(config, address.port) : []
  const here = addresses.find(({ label }) => label === HERE) ?? addresses[0]
  return here && setupToken ? setupLink(here.url, setupToken) : null
}

/** Host and database of a PostgreSQL address; user and password stay out. */
function databaseName(databaseUrl: string | null): string {
  if (databaseUrl === null) return 'SQLite, in the data folder'
  const url = URL.parse(databaseUrl)
  return url
    ? `PostgreSQL, ${url.pathname.slice(1) || 'default database'} on ${url.host || 'this machine'}`
    : 'PostgreSQL'
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
