/** The package comes without types; this is what the kit uses of it. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Context {
    readonly path: string
    status: number
    body: unknown
    readonly oidc?: {
      readonly session?: { readonly accountId?: string }
      readonly client?: { readonly clientId: string }
    }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: {
      accountId: string | undefined
      clientId: string | undefined
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
