import { LOG_LEVELS } from '../kernel/log'
import { isTimeZone } from '../kernel/time-zone'
import { appAddresses, choice, flag, integer, origins, type Setting, text } from './kinds'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

const KOMGA_PREFIX = /^[a-z0-9][a-z0-9-]{0,39}$/
/** Prefixes of the paths of the API, the protocols and the web app. */
const TAKEN_PREFIXES = new Set([
  ...['api', 'assets', 'epub', 'health', 'koreader', 'metrics', 'opds'],
  ...[
    'access',
    'audit',
    'books',
    'browse',
    'duplicates',
    'errors',
    'forgot-password',
    'history',
    'libraries',
    'library',
  ],
  ...[
    'lists',
    'marks',
    'offline',
    'profile',
    'providers',
    'ratings',
    'register',
    'reset-password',
    'schedules',
    'search',
    'series',
  ],
  ...[
    'server',
    'settings',
    'setup',
    'sign-in',
    'signed-in',
    'statistics',
    'storage',
    'system',
    'tasks',
    'template',
    'users',
  ],
  ...['verify-email', 'want-to-read'],
])

/** Settings that administrators can change at run time; they take effect at once, in every process. */
export const CHANGED_LIVE = {
  'application.name': {
    ...text('1 to 60 characters', value => value.length > 0 && value.length <= 60 && !CONTROL.test(value)),
    initial: 'Octavo',
    about:
      'Name of this server in the app, on the sign-in page, and in feeds, e-mails, passkeys and authenticator apps.',
    changes: 'at-once',
    isPublic: true,
  },
  'display.custom_metadata_template': {
    ...text('a template of at most 16,384 characters', value => value.length <= 16_384 && !value.includes('\0')),
    initial: '',
    about:
      'Template for what the pages of books and series show of their metadata, in Handlebars with Markdown; empty ' +
      'for nothing. It is edited with a preview under Administration → Template.',
    changes: 'at-once',
    isPublic: true,
  },
  'auth.registration_enabled': {
    ...flag,
    initial: false,
    about: 'Lets anyone who can reach the server create an account with the role reader.',
    changes: 'at-once',
  },
  'auth.email_confirmation': {
    ...flag,
    initial: false,
    about: 'New users confirm their e-mail address before they can sign in. Needs a mail server.',
    changes: 'at-once',
  },
  'auth.oidc.enabled': {
    ...flag,
    initial: true,
    about: 'Lets people sign in with the configured identity providers.',
    changes: 'at-once',
  },
  'auth.oidc.auto_create_users': {
    ...flag,
    initial: false,
    about: 'Creates an account for people who sign in with an identity provider for the first time.',
    changes: 'at-once',
  },
  'auth.oidc.default_role': {
    ...choice('reader', 'maintainer', 'admin'),
    initial: 'reader',
    about: 'Role of these accounts, and of people in no group that a provider maps to a role.',
    changes: 'at-once',
  },
  'auth.oidc.allowed_redirect_uris': {
    ...appAddresses,
    initial: [],
    initialText: 'none',
    about:
      'Where apps may receive their tokens after signing in with an identity provider; compared character by ' +
      'character.',
    changes: 'at-once',
  },
  'log.level': {
    ...choice(...LOG_LEVELS),
    initial: 'info',
    about: 'Lowest level that is logged. `debug` adds stack traces to errors.',
    changes: 'at-once',
  },
  'log.slow_request_ms': {
    ...integer(0, 600_000),
    initial: 1000,
    about: 'Requests that take at least this many milliseconds are logged as slow; 0 turns this off.',
    changes: 'at-once',
  },
  'log.slow_query_ms': {
    ...integer(0, 600_000),
    initial: 1000,
    about:
      'Database statements that take at least this many milliseconds are logged as slow, without values; 0 turns this off.',
    changes: 'at-once',
  },
  'auth.plain_http': {
    ...choice('home', 'always', 'never'),
    initial: 'home',
    about:
      'Where the server can be used without HTTPS. Passwords and books are then readable in transit. `home`: this machine' +
      ' and private networks. `always`: also the internet. `never`: this machine only.',
    changes: 'at-once',
  },
  'auth.hsts_days': {
    ...integer(0, 3650),
    initial: 365,
    about:
      'Days for which browsers that came over HTTPS refuse plain HTTP for this name, on any port (`Strict-Transport-' +
      'Security`). 0 turns it off.',
    changes: 'at-once',
  },
  'rate_limit.enabled': {
    ...flag,
    initial: true,
    about: 'Limits how many requests each client can send. Each process counts separately.',
    changes: 'at-once',
  },
  'rate_limit.anonymous_rps': {
    ...integer(1, 1_000_000),
    initial: 10,
    about: 'Requests per second from one address that is not signed in.',
    changes: 'at-once',
  },
  'rate_limit.anonymous_burst': {
    ...integer(1, 1_000_000),
    initial: 50,
    about: 'Burst of requests from one address that is not signed in.',
    changes: 'at-once',
  },
  'rate_limit.authenticated_rps': {
    ...integer(1, 1_000_000),
    initial: 50,
    about: 'Requests per second from one user.',
    changes: 'at-once',
  },
  'rate_limit.authenticated_burst': {
    ...integer(1, 1_000_000),
    initial: 200,
    about: 'Burst of requests from one user.',
    changes: 'at-once',
  },
  'events.streams_per_user': {
    ...integer(1, 100_000),
    initial: 5,
    about: 'Maximum number of open event streams per user. Each process counts separately.',
    changes: 'at-once',
  },
  'limits.body_kb': {
    ...integer(16, 65_536),
    initial: 1024,
    about: 'Largest request body in kilobytes.',
    changes: 'at-once',
  },
  'events.queued': {
    ...integer(16, 100_000),
    initial: 256,
    about: 'Messages that may wait for one event stream; with more, its client has to reload.',
    changes: 'at-once',
  },
  'stop.notice_seconds': {
    ...integer(0, 60),
    initial: 0,
    about:
      'Seconds between a request to stop and the last accepted request. `/health/ready` reports it, so that a load ' +
      'balancer can react.',
    changes: 'at-once',
  },
  page_cache_mb: {
    ...integer(16, 1_048_576),
    initial: 2048,
    about: 'Megabytes of disk for unpacked, rendered and resized pages, and for ZIP files prepared for download.',
    changes: 'at-once',
  },
  'cors.origins': {
    ...origins,
    initial: [],
    initialText: 'none',
    about:
      'Web apps on other sites that may use the API with their own token or key; `*` allows all. The sign-in cookie ' +
      'is never accepted from them.',
    changes: 'at-once',
  },
  'audit.retention_days': {
    ...integer(0, 36_500),
    initial: 365,
    about: 'Days to keep the audit log and the edit history; 0 keeps them forever.',
    changes: 'at-once',
  },
  'metrics.retention': {
    ...choice('disabled', '7', '30', '90', '180'),
    initial: '30',
    about: 'Days to keep task metrics; `disabled` keeps them forever.',
    changes: 'at-once',
  },
  'scheduler.timezone': {
    ...text('the name of a time zone, such as Europe/Berlin', isTimeZone),
    initial: null,
    initialText: 'UTC',
    about: 'Time zone of schedules without their own.',
    changes: 'at-once',
    isPublic: true,
  },
  'backup.keep': {
    ...integer(0, 1000),
    initial: 7,
    about: 'Number of backups of this server to keep. Older ones are removed after each backup; 0 keeps all.',
    changes: 'at-once',
  },
  'komga.enabled': {
    ...flag,
    initial: false,
    about: 'Offers the API of Komga to apps made for that server.',
    changes: 'at-once',
    isPublic: true,
  },
  'komga.prefix': {
    ...text(
      'lowercase letters, digits and hyphens, and no word that Octavo uses itself (api, opds, …)',
      value => KOMGA_PREFIX.test(value) && !TAKEN_PREFIXES.has(value),
    ),
    initial: 'komga',
    about: 'First part of the path of the Komga API.',
    changes: 'at-once',
    isPublic: true,
  },
  'koreader.enabled': {
    ...flag,
    initial: false,
    about: 'Offers progress sync to KOReader, at `/koreader`.',
    changes: 'at-once',
    isPublic: true,
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
