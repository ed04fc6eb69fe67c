import { z } from 'zod'
import { flag, integer, type Kind, type Setting, text, webAddress } from './kinds'

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})=([\x20-\x7e]{1,4000})$/

/** Headers as `name=value`, split at commas. */
const headers: Kind<Readonly<Record<string, string>>> = {
  allowed: 'headers such as authorization=Bearer KEY, x-tenant=home',
  holds: 'text',
  schema: z
    .string()
    .transform(value =>
      value
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== ''),
    )
    .refine(parts => parts.every(part => HEADER.test(part)))
    .transform(parts =>
      Object.fromEntries(parts.map(part => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)])),
    ),
}

/** Sending traces and metrics. Addresses of others are never set in the app. */
export const OBSERVABILITY_SETTINGS = {
  'observability.endpoint': {
    ...webAddress,
    initial: null,
    initialText: 'none: nothing is sent',
    about:
      'Address of an OpenTelemetry collector that accepts OTLP over HTTP, such as `http://localhost:4318`. Traces and ' +
      'metrics are sent as JSON.',
  },
  'observability.headers': {
    ...headers,
    initial: null,
    about: 'Headers for requests to the collector, such as `authorization=Bearer KEY`. Separate several with commas.',
    secret: true,
  },
  'observability.service_name': {
    ...text('1 to 60 characters', value => value.length > 0 && value.length <= 60),
    initial: 'octavo',
    about: 'Service name in traces and metrics.',
  },
  'observability.traces_percent': {
    ...integer(0, 100),
    initial: 100,
    about:
      'Percentage of requests and tasks to trace. If a request has a `traceparent` header, its sampling flag decides.',
  },
  'observability.metrics_seconds': {
    ...integer(0, 3_600),
    initial: 30,
    about: 'Seconds between metrics exports; 0 turns them off.',
  },
  'observability.browser': {
    ...flag,
    initial: false,
    about: 'Lets the web app send traces and metrics of signed-in users to the collector, through this server.',
  },
  'observability.browser_percent': {
    ...integer(0, 100),
    initial: 10,
    about: 'Percentage of page loads and navigations that the web app traces.',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
