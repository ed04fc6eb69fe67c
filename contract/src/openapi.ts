import { ErrorResponse, RateLimitedResponse } from './errors'
import type { Route } from './route'
import { ROUTES } from './routes'
import { USER_HEADER } from './user-header'
import * as z from './zod'

type Json = Record<string, unknown>

const STATUS_TEXT: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  204: 'Success, without content',
  206: 'The requested range',
  303: 'Redirect to another address',
  304: 'Not modified',
  400: 'The request is invalid',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found, or not visible to the caller',
  409: 'Conflicts with the current state',
  412: 'It has changed since the ETag in If-Match',
  413: 'The request body is too large',
  415: 'The media type of the request body is not supported',
  416: 'The range lies outside the file',
  422: 'The request is valid, but cannot be carried out',
  429: 'Too many requests',
  502: 'An upstream server did not respond as expected',
  503: 'Temporarily unavailable',
}

/** The OpenAPI 3.1 document of the contract: plain JSON, the same for the same sources. */
export function openApiDocument(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version,
      description: 'REST API of Octavo, a digital library server for comics, manga and ebooks.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [...new Set(ROUTES.map(route => route.tag))].map(name => ({ name })),
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      parameters: {
        ExpectedUser: {
          name: USER_HEADER,
          in: 'header',
          required: false,
          description:
            'Any request with the session cookie may name the user it is for. The response is 409 with the reason `other_user` if the session belongs to another user.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      securitySchemes: {
        jwt_bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

function paths(): Json {
  const result: Record<string, Json> = {}
  for (const route of ROUTES) {
    // `{path*}` takes the rest of an address; OpenAPI has only `{path}`.
    const path = route.path.replace('*}', '}')
    const operations = result[path] ?? {}
    operations[route.method] = operation(route)
    result[path] = operations
  }
  return result
}

function operation(route: Route): Json {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body && {
      requestBody: {
        required: !route.bodyOptional,
        content: { 'application/json': { schema: inline(route.body) } },
      },
    }),
    ...(route.upload && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: inline(route.upload) } } },
    }),
    ...(route.raw && {
      requestBody: { required: false, content: Object.fromEntries(route.raw.map(type => [type, {}])) },
    }),
    responses: responses(route),
    ...(route.access === 'public'
      ? { security: [] }
      : { security: [{ jwt_bearer: [] }, { api_key: [] }], 'x-access': route.access }),
  }
}

/** Addresses contain text; the document gives the parsed type. */
function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: inline(field, 'output'),
  }))
}

function responses(route: Route): Json {
  const result: Record<string, Json> = { [route.status]: success(route) }
  for (const status of route.also ?? []) result[status] = { description: STATUS_TEXT[status] ?? 'Success' }
  const ofCaller = route.access === 'public' ? [] : [401, 403]
  const ofBody = route.body ? [413, 415, 422] : route.upload ? [413, 415] : []
  const errors = new Set([400, ...ofCaller, ...ofBody, ...(route.errors ?? []), 429])
  for (const status of [...errors].sort((a, b) => a - b)) {
    const schema = status === 429 ? RateLimitedResponse : (route.errorBody ?? ErrorResponse)
    result[status] = {
      description: STATUS_TEXT[status] ?? 'Refused',
      content: errorContent(route, status) ?? { 'application/json': { schema: inline(schema) } },
    }
  }
  return result
}

/** Protocol errors in other formats. */
function errorContent({ errorForm }: Route, status: number): Json | null {
  if (errorForm === undefined || status === 429) return null
  if (status === 401) return { 'application/opds-authentication+json': {} }
  return { [errorForm === 'feed' ? 'application/atom+xml' : 'application/problem+json']: {} }
}

function success(route: Route): Json {
  const description = STATUS_TEXT[route.status] ?? 'Success'
  if (route.payload.kind === 'none') return { description }
  if (route.payload.kind === 'json') {
    return { description, content: { 'application/json': { schema: inline(route.payload.schema) } } }
  }
  if (route.payload.kind === 'text') {
    return { description, content: { 'text/plain': { schema: inline(route.payload.schema) } } }
  }
  return { description, content: Object.fromEntries(route.payload.mediaTypes.map(type => [type, {}])) }
}

/** Schemas with an id become components; a use of one is a `$ref`. */
function componentSchemas(): Json {
  z.makeNamedSchemas()
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'input',
    uri: id => `#/components/schemas/${id}`,
    unrepresentable: 'any',
  })
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, withoutKeys(schema as Json)]),
  )
}

function inline(described: z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const schema = z.made(described)
  const id = z.globalRegistry.get(schema)?.id
  if (id) return { $ref: `#/components/schemas/${id}` }
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return hoistReferences(withoutKeys(json))
}

function withoutKeys(schema: Json): Json {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = schema
  return rest
}

/** `#/$defs/X` of a single schema is the component X. */
function hoistReferences(schema: Json): Json {
  const { $defs: _defs, ...rest } = schema
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
}
