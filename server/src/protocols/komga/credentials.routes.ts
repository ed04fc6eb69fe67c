import type { KomgaUserDto } from '@octavo/contract/komga'
import * as contract from '@octavo/contract/komga-credentials'
import type { ApiKeyDeps } from '../../features/people/api-keys'
import { keysOfProtocols } from '../../features/people/api-keys'
import type { ChangeOwnPassword } from '../../features/people/password-changes'
import type { Claim } from '../../features/people/setup'
import type { Account } from '../../features/people/users'
import type { Binder } from '../../http/bind'
import type { Peer } from '../../http/identity'
import { notFound } from '../../kernel/app-error'
import { timestamp } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'

export interface CredentialDeps extends ApiKeyDeps {
  readonly changeOwnPassword: ChangeOwnPassword
  readonly changeUser: (
    viewer: Viewer,
    id: string,
    change: { readonly password: string },
    peer: Peer,
  ) => Promise<Account | Response>
  readonly claim: Claim
  /** Headers with a new token of a session whose password has changed. */
  readonly goOn: (request: Request, account: Account, sessionId: string) => Promise<Headers>
}

const MOST_KEYS = 100
type Key = Awaited<ReturnType<typeof keysOfProtocols.createKey>>['key']

/** API keys, passwords, and the first account. */
export function credentialRoutes(binder: Binder, deps: CredentialDeps): void {
  const ownKeys = async (viewer: Viewer) =>
    (await keysOfProtocols.ownApiKeys(deps.reader, viewer, { limit: MOST_KEYS, offset: 0 })).keys
  binder.bind(contract.komgaListApiKeys, async ({ viewer }) => {
    const keys = await ownKeys(viewer)
    return keys.map(key => keyDto(key, `${key.keyPrefix}_${'*'.repeat(32)}`))
  })
  binder.bind(contract.komgaCreateApiKey, async ({ viewer, body }) => {
    const { key, secret } = await keysOfProtocols.createKey(deps, viewer, { name: body.comment })
    return Response.json(keyDto(key, secret), { headers: { 'Cache-Control': 'no-store' } })
  })
  binder.bind(contract.komgaDeleteApiKey, async ({ viewer, params }) => {
    // In Komga, administrators may revoke everybody's keys: here only the caller's own.
    const id = params.api_key_id.toLowerCase()
    if (!(await ownKeys(viewer)).some(key => key.id === id)) throw notFound('API key')
    await keysOfProtocols.revokeKey(deps, viewer, id)
    return null
  })

  async function change(
    call: {
      readonly viewer: Viewer
      readonly peer: Peer
      readonly request: Request
      readonly body: { password: string; currentPassword?: string | undefined }
    },
    id: string,
  ) {
    const { viewer, peer, body, request } = call
    const isOwn = id.toLowerCase() === viewer.userId
    if (!isOwn) {
      // People who do not manage users learn nothing about them.
      if (!viewer.permissions.has('users-write')) throw notFound('User')
    }
    const changed = isOwn
      ? await deps.changeOwnPassword(
          viewer,
          // Somebody who finds an app signed in must not be able to take over the account.
          { currentPassword: body.currentPassword, newPassword: body.password, recent: ['password', 'passkey'] },
          peer,
        )
      : await deps.changeUser(viewer, id, { password: body.password }, peer)
    if (changed instanceof Response) return changed
    const sessionId = viewer.pass?.sessionId
    if (!isOwn || !sessionId) return null
    return new Response(null, { status: 204, headers: await deps.goOn(request, changed, sessionId) })
  }
  binder.bind(contract.komgaChangeOwnPassword, call => change(call, call.viewer.userId))
  binder.bind(contract.komgaChangePassword, call => change(call, call.params.user_id))

  binder.bindPublic(contract.komgaClaim, async ({ request }): Promise<KomgaUserDto> => {
    const email = request.headers.get('x-komga-email') ?? ''
    const password = request.headers.get('x-komga-password') ?? ''
    // Komga has no user names.
    const { id } = await deps.claim(request, { username: email.split('@')[0] ?? '', email, password })
    const nothing = { labelsAllow: [], labelsExclude: [], ageRestriction: null }
    return {
      ...{ id, email, roles: ['ADMIN', 'USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'] },
      ...{ sharedAllLibraries: true, sharedLibrariesIds: [], ...nothing, contentRestrictions: nothing },
    }
  })
}

function keyDto({ id, userId, name, createdAt, updatedAt }: Key, key: string): contract.KomgaApiKeyDto {
  return {
    ...{ id, userId, key, comment: name },
    ...{ createdDate: timestamp(createdAt), lastModifiedDate: timestamp(updatedAt) },
  }
}
