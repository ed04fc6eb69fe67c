import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import type { ErrorForm } from '../../http/error-forms'
import { createAddresses } from './addresses'
import { feedDocument } from './feed'

interface Served {
  readonly baseUrl: string | null
  readonly serverName: () => string
}

/** Errors below `/opds` as feeds without entries, which apps of OPDS 1.2 can show. */
export function opds1Form({ baseUrl, serverName }: Served): ErrorForm {
  const addresses = createAddresses(baseUrl)
  const headers = { 'Content-Type': `${OPDS_MEDIA_TYPES.navigation};charset=utf-8` }
  return {
    prefix: '/opds',
    body: error => error,
    text: ({ message }) => {
      // The same error gives the same document, so that a hidden book looks like a missing one.
      const feed = { kind: 'navigation', id: 'octavo-error', title: message, updatedAt: 0 } as const
      const document = { ...feed, entries: [], self: addresses.catalog }
      return { text: feedDocument(document, addresses, serverName()), headers }
    },
  }
}
