import type { Viewer } from '../kernel/viewer'

/** The verified identity of a request. */
export type Identity =
  | { readonly kind: 'anonymous' }
  /** The credentials are wrong, expired or revoked. */
  | { readonly kind: 'refused'; readonly message: string; readonly facts?: Readonly<Record<string, unknown>> }
  /** Verifying the credentials is expensive and the peer has tried too often; `seconds` if known. */
  | { readonly kind: 'limited'; readonly seconds?: number }
  | {
      readonly kind: 'known'
      readonly viewer: Viewer
      readonly by: 'bearer' | 'cookie' | 'api-key' | 'basic' | 'ticket'
    }

export interface Peer {
  /** Address of the peer, or of the client behind a trusted proxy. */
  readonly address: string
  /** True if the request comes from this machine and nothing indicates a proxy. */
  readonly local: boolean
  /** The address is that of a proxy which does not name its clients: many clients share it. */
  readonly isUnknown?: true
  /** Such a proxy reports HTTPS. A client that forges this harms only itself. */
  readonly saysHttps?: true
  /** Whether the client used HTTPS to a trusted proxy, according to that. */
  readonly https?: boolean
  /** The peer itself, which may be a proxy; absent without a connection. */
  readonly socket?: { readonly address: string; readonly port: number }
}

/**
 * Identifies the sender of a request. Implemented by features/people/auth. `mayTryPassword` takes one token of the
 * peer's anonymous bucket; false means the peer must wait.
 */
export type Identify = (request: Request, peer: Peer, mayTryPassword: () => boolean) => Promise<Identity>

/** Hono variables of one request. */
export interface HttpEnv {
  Bindings: { readonly peer: Peer }
  Variables: {
    identity: Identity
    /** Path template of the matching route. */
    route: string
  }
}
