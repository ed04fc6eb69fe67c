import { BlockList, isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** The type of a setting. Accepts text (environment, command line) and YAML values. */
export interface Kind<T> {
  readonly schema: z.ZodType<T>
  /** The allowed values, as the end of "… must be". */
  readonly allowed: string
  /** A folder or file: a relative one is below the folder of the configuration file, or the one the command runs in. */
  readonly isPath?: boolean
  /** Type of the text: `list` is joined by commas. */
  readonly holds: 'text' | 'integer' | 'boolean' | 'list' | 'json'
  readonly min?: number
  readonly max?: number
  /** The only accepted values. */
  readonly choices?: readonly string[]
}

/** One setting: its key in the file is the table's; its name in the environment follows from the key. */
export interface Setting<T> extends Kind<T> {
  /** Null: no default; the description says what then applies. */
  readonly initial: T | (() => T) | null
  /** The default as people read it, where the value alone says little. */
  readonly initialText?: string
  readonly about: string
  /** Its value is never printed. */
  readonly secret?: boolean
  /** When a change made in the app takes effect; absent: it can only be set when starting the process. */
  readonly changes?: 'at-once' | 'after-restart'
  /** Visible to all signed-in users. */
  readonly isPublic?: boolean
}

const YES = ['true', 'yes', 'on', '1']
const NO = ['false', 'no', 'off', '0']

export const flag: Kind<boolean> = {
  allowed: 'true or false',
  holds: 'boolean',
  schema: z.preprocess(value => {
    const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase()
    return YES.includes(word) ? true : NO.includes(word) ? false : value
  }, z.boolean()),
}

export function integer(min: number, max: number): Kind<number> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    holds: 'integer',
    min,
    max,
    schema: z.preprocess(
      value => (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value),
      z.number().int().min(min).max(max),
    ),
  }
}

export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  return {
    allowed: `one of ${words.join(', ')}`,
    holds: 'text',
    choices: words,
    schema: z.preprocess(
      value => (typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : value),
      z.enum(words),
    ) as z.ZodType<T>,
  }
}

export function text(allowed: string, accepts: (text: string) => boolean): Kind<string> {
  return { allowed, holds: 'text', schema: z.string().trim().refine(accepts) }
}

export const folder: Kind<string> = {
  ...text('the path of a folder', path => path.length > 0 && !path.includes('\0')),
  isPath: true,
}

export const file: Kind<string> = {
  ...text('the path of a file', path => path.length > 0 && !path.includes('\0') && !path.endsWith('/')),
  isPath: true,
}

/** A web address, without a trailing slash. */
export const webAddress: Kind<string> = {
  allowed: 'an address such as https://books.example.org or https://example.org/octavo',
  holds: 'text',
  schema: z
    .string()
    .trim()
    .refine(value => {
      const url = URL.parse(value)
      if (!url || !['http:', 'https:'].includes(url.protocol)) return false
      return url.search === '' && url.hash === '' && url.username === '' && url.password === ''
    })
    .transform(value => value.replace(/\/+$/, '')),
}

/** Networks in CIDR notation; a bare address is a network of one. Text is split at commas. */
export const networks: Kind<readonly string[]> = {
  allowed: 'a list of addresses or networks such as 127.0.0.1, 10.0.0.0/8, fd00::/8',
  holds: 'list',
  schema: listOf(isNetwork),
}

/** Folders by their whole path; text is split at commas. */
export const folders: Kind<readonly string[]> = {
  allowed: 'a list of absolute paths such as /books, /media/comics',
  holds: 'list',
  schema: listOf(path => isAbsolute(path) && !path.includes('\0')),
}

/** Names of hosts, without scheme or port; `*.example.org` is every name below it. */
export const hostNames: Kind<readonly string[]> = {
  allowed: 'a list of host names such as books.example.org, *.example.org',
  holds: 'list',
  schema: listOf(name => /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i.test(name)),
}

/** An origin, as browsers send it in `Origin`: scheme, host and port. */
export const origins: Kind<readonly string[]> = {
  allowed: 'a list of origins such as https://reader.example.org, http://localhost:3000, or *',
  holds: 'list',
  schema: listOf(isOrigin),
}

/** Redirect addresses of apps after sign-in: custom schemes, or web addresses. */
export const appAddresses: Kind<readonly string[]> = {
  allowed: 'a list of addresses such as octavoreader://auth or https://reader.example.org/signed-in',
  holds: 'list',
  schema: listOf(isAppAddress),
}

function listOf(accepts: (part: string) => boolean): z.ZodType<readonly string[]> {
  const parts = (text: string) =>
    text
      .replace(/^\s*\[|\]\s*$/g, '')
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
  return z
    .preprocess(
      value => (typeof value === 'string' ? parts(value) : value),
      z.array(z.string().trim().refine(accepts)).max(1000),
    )
    .readonly()
}

function isOrigin(value: string): boolean {
  if (value === '*') return true
  const url = URL.parse(value)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === value
}

/** Schemes that browsers execute or render themselves never belong to an app. */
const BROWSERS_OWN = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:', 'filesystem:']

function isAppAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && !BROWSERS_OWN.includes(url.protocol) && url.hash === '' && url.username === ''
}

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
