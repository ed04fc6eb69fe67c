import type { Viewer } from '../kernel/viewer'

/** Who a request says it is, once that is checked. */
export type Identity =
  | { readonly kind: 'anonymous' }
  /** Credentials were sent and are wrong, ended or revoked. */
  | { readonly kind: 'refused'; readonly message: string; readonly facts?: Readonly<Record<string, unknown>> }
  /** Checking the credentials is costly and the peer has tried too often; `seconds` when it is known how long. */
  | { readonly kind: 'limited'; readonly seconds?: number }
  | {
      readonly kind: 'known'
      readonly viewer: Viewer
      readonly by: 'bearer' | 'cookie' | 'api-key' | 'basic' | 'ticket'
    }

export interface Peer {
  /** Address of the other end of the connection, or of the client behind a trusted proxy. */
  readonly address: string
  /** True when the request comes from this machine and nothing shows that a proxy passed it on. */
  readonly local: boolean
  /** The address is that of a proxy which does not say for whom it asks: many clients share it. */
  readonly isUnknown?: true
  /** Such a proxy says that the client used HTTPS. A client that forges this harms only itself. */
  readonly saysHttps?: true
  /** Whether the client came by HTTPS to a trusted proxy, as that says. */
  readonly https?: boolean
  /** The other end of the connection itself, which may be a proxy; absent where there is none. */
  readonly socket?: { readonly address: string; readonly port: number }
}

/**
 * Identifies the sender of a request. Provided by features/people/auth.
 * `mayTryPassword` takes one token of the peer's anonymous bucket; false means the peer must wait.
 */
export type Identify = (request: Request, peer: Peer, mayTryPassword: () => boolean) => Promise<Identity>

/** Hono variables of one request. */
export interface HttpEnv {
  Bindings: { readonly peer: Peer }
  Variables: {
    identity: Identity
    /** Path of the contract's route that answers. */
    route: string
  }
}
