import { ROLES } from '@octavo/contract/access'
import { PROVIDER_NAME } from '@octavo/contract/oidc'
import { z } from 'zod'
import type { Environment } from './env'
import type { Kind } from './kinds'

const line = z.string().trim().min(1).max(500)
const words = z.preprocess(
  value => (typeof value === 'string' ? value.split(/[\s,]+/).filter(word => word !== '') : value),
  z.array(line).max(100),
)

const issuer = line.refine(value => ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''))

const Provider = z.strictObject({
  display_name: line.max(60).optional(),
  issuer_url: issuer,
  client_id: line,
  client_secret: z.string().min(1).max(1000).optional(),
  /** Name of a variable that holds the secret. */
  client_secret_env: line.optional(),
  scopes: words.optional(),
  role_mapping: z.partialRecord(z.enum(ROLES), words).optional(),
  groups_claim: line.optional(),
  username_claim: line.optional(),
  email_claim: line.optional(),
})

/** A provider as written in the file or the environment. */
export type ConfiguredProvider = z.infer<typeof Provider>
type Providers = Readonly<Record<string, ConfiguredProvider>>

/** Providers by name: a map in the file, the same as JSON in the environment. */
export const providers: Kind<Providers> = {
  allowed:
    'a map of names (lowercase letters, digits, hyphens, underscores) to providers, each with `issuer_url` and `client_id`; in the environment as JSON',
  holds: 'json',
  schema: z
    .preprocess(parsed, z.record(z.string().regex(PROVIDER_NAME), Provider))
    .refine(map => Object.keys(map).length <= 50)
    .readonly(),
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The same with secrets from their own variables. */
export function withSecretsOf(
  map: Providers | null,
  { environment }: { readonly environment: Environment },
): { readonly value: Providers | null; readonly problems: readonly string[] } {
  if (map === null) return { value: null, problems: [] }
  const problems: string[] = []
  const filled = Object.entries(map).map(([name, { client_secret_env: variable, ...rest }]) => {
    const secret = variable === undefined ? undefined : environment[variable]?.trim()
    if (variable !== undefined && !secret) {
      problems.push(`auth.oidc.providers.${name}.client_secret_env names ${variable}, which is not set`)
    }
    return [name, { ...rest, ...(secret && { client_secret: secret }) }] as const
  })
  return { value: Object.fromEntries(filled), problems }
}
