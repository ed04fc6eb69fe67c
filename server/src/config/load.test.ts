import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, type Loaded, loadConfig, type Sources } from './load'

const root = mkdtempSync(join(tmpdir(), 'octavo-config-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

interface Given {
  file?: string
  environment?: Record<string, string>
  options?: Sources['options']
}

/** Loads with its own data folder, whose `octavo.yaml` contains `file`. */
function load({ file, environment, options }: Given = {}): Loaded {
  return loadConfig(
    sourcesWith({
      ...(file !== undefined && { file }),
      ...(environment && { environment }),
      ...(options && { options }),
    }),
  )
}

function sourcesWith({ file, environment = {}, options = {} }: Given): Sources {
  const dataDir = join(root, `data-${folders++}`)
  mkdirSync(dataDir)
  if (file !== undefined) writeFileSync(join(dataDir, 'octavo.yaml'), file)
  return { environment: { OCTAVO_DATA_DIR: dataDir, ...environment }, options, cwd: root }
}

function problems(given: Given): readonly string[] {
  try {
    load(given)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('without anything, every setting has the documented default', () => {
  const { config, warnings, file } = load()
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 8080,
    baseUrl: null,
    trustedProxies: [],
    name: 'Octavo',
    corsOrigins: [],
    dataDir: expect.stringContaining(root),
    databaseUrl: null,
    storage: { kind: 'data-folder' },
    workerHealthPort: null,
    stopNoticeMs: 0,
    metricsPublic: false,
    databasePool: 20,
    databaseTimeoutMs: 30_000,
    memoryCacheBytes: 40 * 1024 * 1024,
    logLevel: 'info',
    observability: null,
    updatesUrl: null,
    seedFile: null,
    logFile: null,
    slowRequestMs: 1000,
    slowQueryMs: 1000,
    rateLimit: {
      enabled: true,
      anonymous: { perSecond: 10, burst: 50 },
      authenticated: { perSecond: 50, burst: 200 },
    },
    eventStreamsPerUser: 5,
    auth: {
      jwtSecret: null,
      jwtExpiryHours: 24,
      sessionDays: 30,
      cookieSecure: 'auto',
      plainHttp: 'home',
      strictTransportDays: 365,
    },
    mail: null,
    parserProcesses: availableParallelism(),
    parserLimits: { addressBytes: 2 * 1024 ** 3, analysisMs: 60_000, pageMs: 30_000, cpuSeconds: 300 },
    limits: {
      files: {
        entries: 20_000,
        entryBytes: 256 * 1024 ** 2,
        totalBytes: 16 * 1024 ** 3,
        ratio: 200,
        xmlBytes: 4 * 1024 ** 2,
        imagePixels: 100_000_000,
        imageSide: 65_536,
        pdfPages: 20_000,
      },
      jsonBody: 1024 ** 2,
      queuedEvents: 256,
    },
    tasks: { slots: 2, leaseMs: 30_000 },
    pageCacheBytes: 2048 * 1024 * 1024,
    deletesFiles: false,
    setupOpen: false,
    libraryRoots: [],
    allowedHosts: [],
    watch: { enabled: true, pollMs: 60_000 },
    apiDocsEnabled: false,
    komga: { enabled: false, prefix: 'komga' },
    koreader: { enabled: false },
    backup: { folder: expect.stringMatching(/data-\d+\/backups$/), passphrase: null, keep: 7 },
  })
  expect(warnings).toEqual([])
  expect(file).toBeNull()
  expect(Object.isFrozen(config.rateLimit.anonymous)).toBe(true)
})

test('the command line wins over the environment, which wins over the file', () => {
  const given = {
    file: 'port: 1001\nhost: 10.0.0.1\nlog.level: debug\n',
    environment: { OCTAVO_PORT: '1002', OCTAVO_HOST: '10.0.0.2' },
  }
  const { config, origins } = load({ ...given, options: { port: '1003' } })
  expect(config).toMatchObject({ port: 1003, host: '10.0.0.2', logLevel: 'debug' })
  expect(origins).toMatchObject({ port: 'command line', host: 'environment', 'log.level': 'file', base_url: 'default' })
})

test('the file may have names with dots, groups, anchors and empty values', () => {
  const { config } = load({
    file: 'rate_limit.enabled: no\nrate_limit:\n  anonymous_rps: &few 5\n  anonymous_burst: *few\nport:\ntrusted_proxies: [127.0.0.1, "fd00::/8"]\n',
  })
  expect(config.rateLimit).toMatchObject({ enabled: false, anonymous: { perSecond: 5, burst: 5 } })
  expect(config.port).toBe(8080)
  expect(config.trustedProxies).toEqual(['127.0.0.1', 'fd00::/8'])
})

test.each([
  [{ OCTAVO_RATE_LIMIT_ENABLED: 'off' }, { rateLimit: { enabled: false } }],
  [{ OCTAVO_LIBRARIES_DELETE_FILES: 'true' }, { deletesFiles: true }],
  [{ OCTAVO_API_DOCS_ENABLED: 'TRUE' }, { apiDocsEnabled: true }],
  [{ OCTAVO_KOMGA_ENABLED: '1', OCTAVO_KOMGA_PREFIX: 'my-komga' }, { komga: { enabled: true, prefix: 'my-komga' } }],
  [{ OCTAVO_KOREADER_ENABLED: 'yes' }, { koreader: { enabled: true } }],
  [{ OCTAVO_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
  [{ OCTAVO_TRUSTED_PROXIES: '[10.0.0.0/8]' }, { trustedProxies: ['10.0.0.0/8'] }],
  [{ OCTAVO_BASE_URL: 'https://example.org/octavo/' }, { baseUrl: 'https://example.org/octavo' }],
  [{ OCTAVO_AUTH_COOKIE_SECURE: 'false' }, { auth: { cookieSecure: 'false' } }],
  [{ OCTAVO_PAGE_CACHE_MB: '64' }, { pageCacheBytes: 67_108_864 }],
  [{ OCTAVO_DATABASE_URL: 'postgres://a:b@localhost/c' }, { databaseUrl: 'postgres://a:b@localhost/c' }],
  [{ OCTAVO_PORT: '  ' }, { port: 8080 }],
])('the environment %p is taken', (environment, expected) => {
  expect(load({ environment: environment as Record<string, string> }).config).toMatchObject(expected)
})

describe('an invalid value is named with its path and the allowed values', () => {
  test.each([
    ['OCTAVO_PORT', 'eighty', 'OCTAVO_PORT is "eighty", but must be a whole number from 0 to 65535'],
    ['OCTAVO_PORT', '65536', 'OCTAVO_PORT is "65536", but must be a whole number from 0 to 65535'],
    ['OCTAVO_RATE_LIMIT_ENABLED', 'maybe', 'OCTAVO_RATE_LIMIT_ENABLED is "maybe", but must be true or false'],
    ['OCTAVO_BASE_URL', 'example.org', 'OCTAVO_BASE_URL is "example.org", but must be an address such as'],
    ['OCTAVO_TRUSTED_PROXIES', '10.0.0.0/33', 'OCTAVO_TRUSTED_PROXIES is "10.0.0.0/33", but must be a list of'],
    ['OCTAVO_KOMGA_PREFIX', 'api', 'OCTAVO_KOMGA_PREFIX is "api", but must be lowercase letters'],
    ['OCTAVO_LOG_LEVEL', 'loud', 'OCTAVO_LOG_LEVEL is "loud", but must be one of trace, debug, info'],
  ])('%s=%s', (name, value, expected) => {
    expect(problems({ environment: { [name]: value } })).toEqual([expect.stringContaining(expected)])
  })

  test('in the file, with its line', () => {
    const found = problems({ file: '# my server\nport: 80.5\nrate_limit:\n  enabled: [1]\n' })
    expect(found).toEqual([
      expect.stringContaining('octavo.yaml, line 2: port is 80.5, but must be a whole number'),
      expect.stringContaining('octavo.yaml, line 4: rate_limit.enabled is [1], but must be true or false'),
    ])
  })

  test('on the command line', () => {
    expect(problems({ options: { port: 'x' } })).toEqual(['--port is "x", but must be a whole number from 0 to 65535'])
  })

  test('never with the value of a secret', () => {
    const found = problems({
      file: 'auth.jwt_secret: hunter2\n',
      environment: { OCTAVO_DATABASE_URL: 'mysql://me:hunter2@db/books' },
    })
    expect(found).toHaveLength(2)
    expect(found.join()).not.toContain('hunter2')
  })
})

describe('an unknown name is given back with the one that was meant', () => {
  test.each([
    ['prot: 80', 'line 1: "prot" is no setting. Did you mean "port"?'],
    ['rate_limt:\n  enabled: true', 'line 2: "rate_limt.enabled" is no setting. Did you mean "rate_limit.enabled"?'],
    ['application:\n  port: 80', 'line 2: "application.port" is no setting. Did you mean "port"?'],
    ['logging:\n  level: debug', '"logging.level" is no setting. Did you mean "log.level"?'],
    ['komga_api:\n  enabled: true', '"komga_api.enabled" is no setting. Did you mean "komga.enabled"?'],
    ['smtp_host_for_newsletters: x', '"smtp_host_for_newsletters" is no setting. `octavo config init`'],
    ['rate_limit: true', '"rate_limit" is no value: it holds the settings enabled, anonymous_rps'],
    ['rate_limit:', '"rate_limit" is empty: it holds the settings enabled'],
    ['port: 1\nport: 2', 'line 2: this is not valid YAML'],
    ['log.level: info\nlog:\n  level: debug', 'line 3: "log.level" is set a second time'],
    ['a: [', 'this is not valid YAML'],
    ['just words', 'the file must hold settings'],
  ])('in the file: %p', (file, expected) => {
    expect(problems({ file })).toEqual([expect.stringContaining(expected)])
  })

  test.each([
    ['OCTAVO_PROT', 'Did you mean OCTAVO_PORT?'],
    ['OCTAVO_RATELIMIT_ENABLED', 'Did you mean OCTAVO_RATE_LIMIT_ENABLED?'],
    ['OCTAVO_RATE_LIMIT__ENABLED', 'Did you mean OCTAVO_RATE_LIMIT_ENABLED?'],
    ['OCTAVO_DATABASE_URI', 'Did you mean OCTAVO_DATABASE_URL?'],
    ['OCTAVO_APPLICATION__PORT', 'Did you mean OCTAVO_PORT?'],
    ['OCTAVO_XYZZY_QWERTY', 'OCTAVO_XYZZY_QWERTY is not a setting, so it does nothing.'],
  ])('in the environment: %s is a warning', (name, expected) => {
    const { warnings, config } = load({ environment: { [name]: '7' } })
    expect(warnings).toEqual([expect.stringContaining(expected)])
    expect(config.port).toBe(8080)
  })

  test('variables of the tests and of other programs are left alone', () => {
    expect(load({ environment: { OCTAVO_TEST_SHARED: '/x', PORT: '1', octavo: '2' } }).warnings).toEqual([])
  })
})

describe('the configuration file', () => {
  test('that is named must exist', () => {
    const sources = sourcesWith({ environment: { OCTAVO_CONFIG: join(root, 'none.yaml') } })
    expect(() => loadConfig(sources)).toThrow(`The configuration file ${join(root, 'none.yaml')} does not exist.`)
  })

  test('named on the command line wins over the one of the environment', () => {
    writeFileSync(join(root, 'mine.yaml'), 'port: 4242')
    const sources = sourcesWith({ environment: { OCTAVO_CONFIG: join(root, 'none.yaml') } })
    const { config, file } = loadConfig({ ...sources, file: 'mine.yaml' })
    expect(config.port).toBe(4242)
    expect(file).toBe(join(root, 'mine.yaml'))
  })

  test('that is a folder or too large is refused', () => {
    writeFileSync(join(root, 'large.yaml'), `#${'x'.repeat(1024 * 1024)}`)
    const sources = sourcesWith({})
    expect(() => loadConfig({ ...sources, file: root })).toThrow('is not a file')
    expect(() => loadConfig({ ...sources, file: 'large.yaml' })).toThrow('larger than 1 MB')
  })

  test('a chain of aliases that would grow without bound is refused', () => {
    const levels = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]']
    for (let n = 1; n < 9; n++)
      levels.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(',')}]`,
      )
    const found = problems({ file: `${levels.join('\n')}\nhost: *a8\n` })
    expect(found.length).toBeGreaterThan(0)
    expect(found.join().length).toBeLessThan(5000)
  })

  test('relative folders begin at the file; those of the environment at the current folder', () => {
    const folder = join(root, 'etc')
    mkdirSync(folder)
    writeFileSync(join(folder, 'o.yaml'), 'data_dir: ../var\n')
    const fromFile = loadConfig({ environment: { OCTAVO_CONFIG: join(folder, 'o.yaml'), HOME: root }, cwd: '/' })
    expect(fromFile.config.dataDir).toBe(join(root, 'var'))
    expect(loadConfig({ environment: { OCTAVO_DATA_DIR: 'var' }, cwd: root }).config.dataDir).toBe(join(root, 'var'))
    expect(loadConfig({ environment: { OCTAVO_DATA_DIR: '~/var' }, cwd: root }).config.dataDir).toBe(
      join(homedir(), 'var'),
    )
  })
})
