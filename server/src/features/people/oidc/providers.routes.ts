import {
  createIdentityProvider,
  deleteIdentityProvider,
  type IdentityProviderDto,
  listIdentityProviders,
  testIdentityProvider,
  type UpdateIdentityProviderRequest,
  updateIdentityProvider,
} from '@octavo/contract/identity-provider'
import { isUniqueViolation, type Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { type AppError, notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestampOrNull } from '../../../kernel/clock'
import type { Seal } from '../../../kernel/seal'
import { recordAct } from '../../../platform/audit-log'
import { callbackOf } from './oidc.routes'
import { problemOf } from './problem'
import { type Provider, USUAL } from './provider'
import type { Providers } from './providers'
import { changeProvider, deleteProvider, insertProvider, type ProviderValues } from './providers.store'
import type { RelyingParty } from './relying-party'

export interface ProviderDeps {
  readonly write: Write
  readonly now: Clock
  readonly seal: Seal
  readonly providers: Providers
  readonly relyingParty: RelyingParty
  readonly baseUrl: string | null
}

/** Identity providers, for administrators. */
export function providerRoutes(binder: Binder, deps: ProviderDeps): void {
  const { write, now, seal, providers, relyingParty, baseUrl } = deps

  function view(provider: Provider, request: Request): IdentityProviderDto {
    const { clientSecret, roleMapping, scopes, createdAt, updatedAt, ...rest } = provider
    return {
      ...rest,
      scopes: [...scopes],
      roleMapping: Object.fromEntries(Object.entries(roleMapping).map(([role, groups]) => [role, [...(groups ?? [])]])),
      hasSecret: clientSecret !== null,
      redirectUrl: callbackOf(request, baseUrl, provider.name),
      createdAt: timestampOrNull(createdAt),
      updatedAt: timestampOrNull(updatedAt),
    }
  }

  /** @throws NotFound */
  async function named(name: string): Promise<Provider> {
    const provider = (await providers.all()).find(one => one.name === name)
    if (!provider) throw notFound('Identity provider')
    return provider
  }

  /** @throws NotFound, Conflict */
  async function ofApp(name: string): Promise<Provider> {
    const provider = await named(name)
    if (provider.origin === 'app') return provider
    throw refused(
      'Conflict',
      'provider_pinned',
      'This provider is set by the file or the environment of the server: change it there',
    )
  }

  binder.bind(listIdentityProviders, async ({ request }) => (await providers.all()).map(one => view(one, request)))

  binder.bind(createIdentityProvider, async ({ viewer, body, request }) => {
    const { name } = body
    if ((await providers.all()).some(one => one.name === name)) throw nameTaken()
    const values: ProviderValues = {
      ...{ ...USUAL, clientSecret: null, enabled: true },
      ...given(body),
      ...{ name, displayName: body.displayName, issuerUrl: body.issuerUrl, clientId: body.clientId },
    }
    try {
      await write(async tx => {
        const id = await insertProvider(tx, values, seal, now())
        const subject = { kind: 'identity_provider', id, name } as const
        await recordAct(tx, viewer, 'identity_provider_created', subject, { now: now(), details: auditDetails(values) })
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw nameTaken()
      throw error
    }
    return view(await named(name), request)
  })

  binder.bind(updateIdentityProvider, async ({ viewer, params, body, request }) => {
    const { name } = await ofApp(params.provider)
    const values = given(body)
    await write(async tx => {
      const id = await changeProvider(tx, name, { values, seal }, now())
      if (id === null) throw notFound('Identity provider')
      const subject = { kind: 'identity_provider', id, name } as const
      await recordAct(tx, viewer, 'identity_provider_changed', subject, { now: now(), details: auditDetails(values) })
    })
    return view(await named(name), request)
  })

  binder.bind(deleteIdentityProvider, async ({ viewer, params }) => {
    const { name } = await ofApp(params.provider)
    await write(async tx => {
      const id = await deleteProvider(tx, name)
      if (id === null) throw notFound('Identity provider')
      const subject = { kind: 'identity_provider', id, name } as const
      await recordAct(tx, viewer, 'identity_provider_deleted', subject, { now: now() })
    })
    return null
  })

  binder.bind(testIdentityProvider, async ({ params, request }) => {
    const provider = await named(params.provider)
    const redirectUrl = callbackOf(request, baseUrl, provider.name)
    try {
      const accepted = await relyingParty.accepts(provider, redirectUrl)
      const problem = accepted === false ? 'The provider rejected this client: check its ID and secret' : null
      const reason = problem === null ? null : ('provider_client' as const)
      return { reachable: true, accepted, problem, reason, redirectUrl }
    } catch (error) {
      const name = problemOf(error)
      if (name === null) throw error
      const problem = (error as AppError).message
      return {
        reachable: name !== 'unreachable',
        accepted: null,
        problem,
        reason: `oidc_${name}` as const,
        redirectUrl,
      }
    }
  })
}

/** Only the fields in the request. */
function given(body: UpdateIdentityProviderRequest): Partial<ProviderValues> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** Details for the audit log: everything except the secret. */
function auditDetails({ clientSecret, ...rest }: Partial<ProviderValues>): Record<string, unknown> {
  return { ...rest, ...(clientSecret !== undefined && { clientSecret: clientSecret !== null }) }
}

function nameTaken(): AppError {
  return refused('Conflict', 'provider_taken', 'A provider with this name already exists', 'name')
}
