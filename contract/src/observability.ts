import { json, nothing, route } from './route'
import * as z from './zod'

export const BrowserObservabilityConfigDto = z
  .object({
    enabled: z.boolean(),
    serviceName: z.string(),
    proxyPath: z.string().meta({ description: 'To which `/v1/traces` and `/v1/metrics` are appended' }),
    sampleRatio: z.number().meta({ format: 'double' }),
  })
  .meta({ id: 'BrowserObservabilityConfigDto' })

export type BrowserObservabilityConfigDto = z.infer<typeof BrowserObservabilityConfigDto>

export const OTLP_PATH = '/api/v1/observability/otlp'
export const OTLP_MEDIA_TYPES = ['application/x-protobuf', 'application/json'] as const

const tag = 'Observability'
const relay = { method: 'post', tag, access: 'login', scope: 'libraries-read', reads: true } as const

export const getBrowserConfig = route({
  id: 'get_browser_config',
  method: 'get',
  path: '/api/v1/observability/config',
  tag,
  summary: 'What a browser needs to send traces and metrics of its own',
  access: 'login',
  scope: 'libraries-read',
  status: 200,
  payload: json(BrowserObservabilityConfigDto),
})

export const proxyMetrics = route({
  ...relay,
  id: 'proxy_metrics',
  path: `${OTLP_PATH}/v1/metrics`,
  summary: 'Pass metrics of a browser on to the collector',
  raw: OTLP_MEDIA_TYPES,
  status: 200,
  payload: nothing,
  errors: [413, 415, 502, 503],
})

export const proxyTraces = route({
  ...relay,
  id: 'proxy_traces',
  path: `${OTLP_PATH}/v1/traces`,
  summary: 'Pass traces of a browser on to the collector',
  raw: OTLP_MEDIA_TYPES,
  status: 200,
  payload: nothing,
  errors: [413, 415, 502, 503],
})
