import scalarPlugin from '@scalar/fastify-api-reference'

/**
 * Scalar's browser bundle. Only its Fastify package contains the bundle without some 300 dependencies, and serves it by
 * a route that it registers: so a fake server collects that route.
 */
export function scalarScript(): string {
  let script: unknown
  const registrar = {
    log: { warn: () => undefined },
    hasPlugin: () => false,
    initialConfig: { ignoreTrailingSlash: true },
    route({ url, handler }: { url: string; handler: (request: unknown, reply: unknown) => unknown }) {
      if (url.endsWith('.js')) handler({}, { header: () => ({ send: (body: unknown) => (script = body) }) })
    },
  }
  const plugin = scalarPlugin as (server: typeof registrar, options: object, done: () => void) => void
  plugin(registrar, { routePrefix: '/api/docs', configuration: { url: '/api/docs/openapi.json' } }, () => undefined)
  if (typeof script !== 'string') throw new Error("Scalar's bundle is not where its package had it")
  return script
}
