import {
  type KoreaderPlace,
  type KoreaderSaved,
  koreaderAuthorize,
  koreaderHealth,
  koreaderPlace,
  koreaderRegister,
  koreaderSave,
} from '@octavo/contract/koreader'
import { type DocumentDeps, documentPlace, saveDocumentPlace } from '../../features/reading/synced-documents'
import type { Binder } from '../../http/bind'
import type { Peer } from '../../http/identity'
import { waitSeconds } from '../../http/rate-limit'
import { AppError } from '../../kernel/app-error'
import { newId } from '../../kernel/ids'
import { koreaderError } from './koreader-errors'

export interface KoreaderDeps extends DocumentDeps {
  /** Whether people may register with a name only. */
  readonly mayRegister: () => Promise<boolean>
  readonly register: (
    account: { readonly username: string; readonly email: string; readonly password: string },
    peer: Peer,
  ) => Promise<{ readonly kind: 'in' | 'to-confirm' } | { readonly kind: 'wait'; readonly seconds: number }>
}

/** KOReader's sync server (kosync): places in documents, identified by hashes. */
export function koreaderRoutes(binder: Binder, deps: KoreaderDeps): void {
  binder.bindPublic(koreaderHealth, () => ({ state: 'OK' }))

  binder.bindPublic(koreaderRegister, async ({ body, peer }) => {
    if (!(await deps.mayRegister())) return koreaderError('closed')
    try {
      // KOReader sends no e-mail address: this one is unreachable (RFC 2606).
      const made = await deps.register({ ...body, email: `${newId()}@koreader.invalid` }, peer)
      return made.kind === 'wait'
        ? waitSeconds(made.seconds)
        : Response.json({ username: body.username }, { status: 201 })
    } catch (error) {
      const reason = error instanceof AppError ? error.facts?.reason : undefined
      if (reason === 'username_taken' || reason === 'account_taken') return koreaderError('taken')
      throw error
    }
  })

  binder.bind(koreaderAuthorize, () => ({ authorized: 'OK' }))

  binder.bind(koreaderSave, async ({ viewer, body }) => {
    const { document, progress, percentage, device, device_id: id } = body
    const savedAt = await saveDocumentPlace(deps, viewer, {
      document,
      progress: String(progress),
      percentage,
      device: id ? { id, name: device ?? '' } : null,
      signIn: viewer.pass?.sessionId ?? viewer.pass?.keyPrefix ?? null,
    })
    return { document, timestamp: seconds(savedAt) } satisfies KoreaderSaved
  })

  binder.bind(koreaderPlace, async ({ viewer, params }): Promise<KoreaderPlace> => {
    const place = await documentPlace(deps, viewer, params.document)
    if (!place) return {}
    const { progress, percentage, device, device_id, saved_at } = place
    return { document: params.document, progress, percentage, device, device_id, timestamp: seconds(saved_at) }
  })
}

const seconds = (ms: number) => Math.floor(ms / 1000)
