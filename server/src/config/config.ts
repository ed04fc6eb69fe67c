import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OwnLimits } from '../kernel/limits'
import type { LogLevel } from '../kernel/log'
import type { LogFileOptions } from '../kernel/log-file'
import type { ObservabilityConfig } from './observability-config'
import type { SettingKey, Value } from './settings'

/** The configuration of the process, validated and frozen. */
export interface Config {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Without a slash at its end. */
  readonly baseUrl: string | null
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[]
  /** The server's name. */
  readonly name: string
  /** Origins allowed to call the API; `*` is any. */
  readonly corsOrigins: readonly string[]
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly storage: StorageConfig
  readonly logLevel: LogLevel
  /** Null: only standard error. */
  readonly logFile: LogFileOptions | null
  readonly slowRequestMs: number | null
  readonly slowQueryMs: number | null
  readonly rateLimit: {
    readonly enabled: boolean
    readonly anonymous: { readonly perSecond: number; readonly burst: number }
    readonly authenticated: { readonly perSecond: number; readonly burst: number }
  }
  readonly eventStreamsPerUser: number
  /** The first account can be created without the set-up link. */
  readonly setupOpen: boolean
  readonly auth: {
    /** Null: generate one and store it in the data folder. */
    readonly jwtSecret: string | null
    readonly jwtExpiryHours: number
    readonly sessionDays: number
    readonly cookieSecure: 'auto' | 'true' | 'false'
    /** Clients that may connect without HTTPS. */
    readonly plainHttp: 'home' | 'always' | 'never'
    /** Days for which browsers enforce HTTPS; 0 turns it off. */
    readonly strictTransportDays: number
  }
  /** Null unless all of it is set. */
  readonly mail: { readonly url: string; readonly from: string; readonly baseUrl: string } | null
  readonly parserProcesses: number
  readonly parserLimits: {
    readonly addressBytes: number
    readonly analysisMs: number
    readonly pageMs: number
    readonly cpuSeconds: number
  }
  readonly limits: OwnLimits
  readonly tasks: { readonly slots: number; readonly leaseMs: number }
  readonly pageCacheBytes: number
  readonly deletesFiles: boolean
  /** Folders that may contain libraries; empty: any folder. Absolute. */
  readonly libraryRoots: readonly string[]
  /** Host names that the server accepts; empty: any. */
  readonly allowedHosts: readonly string[]
  readonly watch: { readonly enabled: boolean; readonly pollMs: number }
  readonly apiDocsEnabled: boolean
  readonly workerHealthPort: number | null
  readonly stopNoticeMs: number
  readonly metricsPublic: boolean
  readonly databasePool: number
  readonly databaseTimeoutMs: number
  readonly memoryCacheBytes: number
  readonly komga: { readonly enabled: boolean; readonly prefix: string }
  readonly koreader: { readonly enabled: boolean }
  /** Null: nothing is sent. */
  readonly observability: ObservabilityConfig | null
  /** Null: nobody is asked for newer versions. */
  readonly updatesUrl: string | null
  /** Null: nothing is created at the start. */
  readonly seedFile: string | null
  readonly backup: {
    /** Absolute. */
    readonly folder: string
    /** Null: backups are not encrypted. */
    readonly passphrase: string | null
    /** Number of backups to retain; 0 retains all. */
    readonly keep: number
  }
}

/** Folder of files that can be generated again. */
export type StorageConfig =
  | { readonly kind: 'data-folder' }
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly prefix: string
      readonly endpoint: string | null
      readonly region: string | null
      readonly accessKey: string | null
      readonly secretKey: string | null
      readonly cacheBytes: number
    }

/** A value for every setting; null where none is set and there is no default. */
export type SettingValues = { readonly [K in SettingKey]: Value<K> | null }

export function toConfig(values: SettingValues, dataDir: string): Config {
  const config: Config = {
    host: required(values, 'host'),
    port: required(values, 'port'),
    baseUrl: values.base_url,
    trustedProxies: required(values, 'trusted_proxies'),
    name: required(values, 'application.name'),
    corsOrigins: required(values, 'cors.origins'),
    dataDir,
    databaseUrl: values['database.url'],
    storage: storageOf(values),
    logLevel: required(values, 'log.level'),
    logFile:
      values['log.file'] === null
        ? null
        : {
            path: values['log.file'],
            maxBytes: required(values, 'log.file_mb') * 1024 ** 2,
            count: required(values, 'log.file_count'),
          },
    slowRequestMs: required(values, 'log.slow_request_ms') || null,
    slowQueryMs: required(values, 'log.slow_query_ms') || null,
    rateLimit: {
      enabled: required(values, 'rate_limit.enabled'),
      anonymous: {
        perSecond: required(values, 'rate_limit.anonymous_rps'),
        burst: required(values, 'rate_limit.anonymous_burst'),
      },
      authenticated: {
        perSecond: required(values, 'rate_limit.authenticated_rps'),
        burst: required(values, 'rate_limit.authenticated_burst'),
      },
    },
    eventStreamsPerUser: required(values, 'events.streams_per_user'),
    setupOpen: required(values, 'setup.open'),
    auth: {
      jwtSecret: values['auth.jwt_secret'],
      jwtExpiryHours: required(values, 'auth.jwt_expiry_hours'),
      sessionDays: required(values, 'auth.session_days'),
      cookieSecure: required(values, 'auth.cookie_secure'),
      plainHttp: required(values, 'auth.plain_http'),
      strictTransportDays: required(values, 'auth.hsts_days'),
    },
    mail: mailOf(values),
    parserProcesses: required(values, 'parser.processes'),
    parserLimits: {
      addressBytes: required(values, 'parser.memory_mb') * 1024 * 1024,
      analysisMs: required(values, 'parser.book_seconds') * 1000,
      pageMs: required(values, 'parser.page_seconds') * 1000,
      cpuSeconds: required(values, 'parser.cpu_seconds'),
    },
    limits: {
      files: {
        entries: required(values, 'limits.archive_entries'),
        entryBytes: required(values, 'limits.entry_mb') * 1024 ** 2,
        totalBytes: required(values, 'limits.archive_gb') * 1024 ** 3,
        ratio: required(values, 'limits.ratio'),
        xmlBytes: required(values, 'limits.xml_mb') * 1024 ** 2,
        imagePixels: required(values, 'limits.image_megapixels') * 1_000_000,
        imageSide: required(values, 'limits.image_side'),
        pdfPages: required(values, 'limits.pdf_pages'),
      },
      jsonBody: required(values, 'limits.body_kb') * 1024,
      queuedEvents: required(values, 'events.queued'),
    },
    tasks: { slots: required(values, 'tasks.slots'), leaseMs: required(values, 'tasks.lease_seconds') * 1000 },
    pageCacheBytes: required(values, 'page_cache_mb') * 1024 * 1024,
    workerHealthPort: values['worker.health_port'],
    stopNoticeMs: required(values, 'stop.notice_seconds') * 1000,
    metricsPublic: required(values, 'metrics.public'),
    databasePool: required(values, 'database.pool'),
    databaseTimeoutMs: required(values, 'database.timeout_seconds') * 1000,
    memoryCacheBytes: required(values, 'memory_cache_mb') * 1024 * 1024,
    deletesFiles: required(values, 'libraries.delete_files'),
    libraryRoots: required(values, 'libraries.roots'),
    allowedHosts: required(values, 'allowed_hosts'),
    watch: { enabled: required(values, 'watch.enabled'), pollMs: required(values, 'watch.poll_seconds') * 1000 },
    apiDocsEnabled: required(values, 'api_docs.enabled'),
    komga: { enabled: required(values, 'komga.enabled'), prefix: required(values, 'komga.prefix') },
    koreader: { enabled: required(values, 'koreader.enabled') },
    observability: observabilityOf(values),
    updatesUrl: values['updates.url'],
    seedFile: values.seed,
    backup: {
      folder: values['backup.folder'] ?? join(dataDir, 'backups'),
      passphrase: values['backup.passphrase'],
      keep: required(values, 'backup.keep'),
    },
  }
  return deepFreeze(config)
}

function observabilityOf(values: SettingValues): ObservabilityConfig | null {
  const endpoint = values['observability.endpoint']
  if (endpoint === null) return null
  const seconds = required(values, 'observability.metrics_seconds')
  return {
    endpoint,
    headers: values['observability.headers'] ?? {},
    serviceName: required(values, 'observability.service_name'),
    tracesRatio: required(values, 'observability.traces_percent') / 100,
    metricsMs: seconds === 0 ? null : seconds * 1000,
    browser: required(values, 'observability.browser')
      ? { ratio: required(values, 'observability.browser_percent') / 100 }
      : null,
  }
}

function mailOf(values: SettingValues): Config['mail'] {
  const { 'smtp.url': url, 'smtp.from': from, base_url: baseUrl } = values
  return url && from && baseUrl ? { url, from, baseUrl } : null
}

function storageOf(values: SettingValues): StorageConfig {
  const address = values['storage.url']
  if (address === null) return { kind: 'data-folder' }
  if (address.startsWith('file:')) return { kind: 'folder', folder: fileURLToPath(address) }
  const [bucket = '', ...prefix] = address.slice('s3://'.length).split('/')
  return {
    kind: 's3',
    bucket,
    prefix: prefix.filter(part => part !== '').join('/'),
    endpoint: values['storage.s3_endpoint'],
    region: values['storage.s3_region'],
    accessKey: values['storage.s3_access_key'],
    secretKey: values['storage.s3_secret_key'],
    cacheBytes: required(values, 'storage.s3_cache_mb') * 1024 * 1024,
  }
}

function required<K extends SettingKey>(values: SettingValues, key: K): Value<K> {
  const value = values[key]
  if (value === null) throw new Error(`The setting ${key} has no default`)
  return value as Value<K>
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
