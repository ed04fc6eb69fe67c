import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** What a setting can hold. Takes text (environment, command line) and YAML's own values alike. */
export interface Kind<T> {
  readonly schema: z.ZodType<T>
  /** What is allowed, as the end of "… must be". */
  readonly allowed: string
  /** A folder: a relative one is below the folder of the configuration file, or the one the command runs in. */
  readonly isPath?: boolean
}

const YES = ['true', 'yes', 'on', '1']
const NO = ['false', 'no', 'off', '0']

export const flag: Kind<boolean> = {
  allowed: 'true or false',
  schema: z.preprocess(value => {
    const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase()
    return YES.includes(word) ? true : NO.includes(word) ? false : value
  }, z.boolean()),
}

export function integer(min: number, max: number): Kind<number> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    schema: z.preprocess(
      value => (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value),
      z.number().int().min(min).max(max),
    ),
  }
}

export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  return {
    allowed: `one of ${words.join(', ')}`,
    schema: z.preprocess(
      value => (typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : value),
      z.enum(words),
    ) as z.ZodType<T>,
  }
}

export function text(allowed: string, accepts: (text: string) => boolean): Kind<string> {
  return { allowed, schema: z.string().trim().refine(accepts) }
}

export const folder: Kind<string> = {
  ...text('the path of a folder', path => path.length > 0 && !path.includes('\0')),
  isPath: true,
}

/** An address of the web, without a slash at its end. */
export const webAddress: Kind<string> = {
  allowed: 'an address such as https://books.example.org or https://example.org/octavo',
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
  schema: z
    .preprocess(
      value =>
        typeof value === 'string'
          ? value
              .replace(/^\s*\[|\]\s*$/g, '')
              .split(',')
              .map(part => part.trim())
              .filter(part => part !== '')
          : value,
      z.array(z.string().trim().refine(isNetwork)),
    )
    .readonly(),
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
