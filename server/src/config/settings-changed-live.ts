import { LOG_LEVELS } from '../kernel/log'
import { isTimeZone } from '../kernel/time-zone'
import { appAddresses, choice, flag, integer, origins, type Setting, text } from './kinds'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

/** What an administrator may change while the server runs: it is in force at once, in every process. */
export const CHANGED_LIVE = {
  'application.name': {
    ...text('1 to 60 characters', value => value.length > 0 && value.length <= 60 && !CONTROL.test(value)),
    initial: 'Octavo',
    about:
      'What this server is called: in the app, on its sign-in page, in feeds, letters, passkeys and authenticator apps.',
    changes: 'at-once',
    isPublic: true,
  },
  'auth.registration_enabled': {
    ...flag,
    initial: false,
    about: 'Lets anybody who reaches the server make an account as a reader.',
    changes: 'at-once',
  },
  'auth.email_confirmation': {
    ...flag,
    initial: false,
    about: 'Who makes an account has to confirm the e-mail address before signing in. Needs a mail server.',
    changes: 'at-once',
  },
  'auth.oidc.enabled': {
    ...flag,
    initial: true,
    about: 'Lets people sign in by the identity providers that are set up. Without it none is offered or answered.',
    changes: 'at-once',
  },
  'auth.oidc.auto_create_users': {
    ...flag,
    initial: false,
    about: 'Makes an account for whoever comes from an identity provider and has none.',
    changes: 'at-once',
  },
  'auth.oidc.default_role': {
    ...choice('reader', 'maintainer', 'admin'),
    initial: 'reader',
    about: 'Role of such an account, and of people in none of the groups that a provider maps to roles.',
    changes: 'at-once',
  },
  'auth.oidc.allowed_redirect_uris': {
    ...appAddresses,
    initial: [],
    initialText: 'none',
    about:
      'Where apps may ask to be sent back to with their tokens after signing in by an identity provider; compared letter by letter.',
    changes: 'at-once',
  },
  'log.level': {
    ...choice(...LOG_LEVELS),
    initial: 'info',
    about: 'The least important messages that are logged. `debug` shows where an error came from.',
    changes: 'at-once',
  },
  'auth.plain_http': {
    ...choice('home', 'always', 'never'),
    initial: 'home',
    about:
      'From where the server may be asked without HTTPS, with passwords and books readable on the way. `home`: from this ' +
      'machine and private networks. `always`: from the internet too. `never`: from this machine only.',
    changes: 'at-once',
  },
  'auth.hsts_days': {
    ...integer(0, 3650),
    initial: 365,
    about:
      'Days for which a browser that came by HTTPS is told to use nothing else for this name, on any port ' +
      '(`Strict-Transport-Security`). 0 tells it nothing.',
    changes: 'at-once',
  },
  'rate_limit.enabled': {
    ...flag,
    initial: true,
    about: 'Limits how many requests a client may send. Each process counts for itself.',
    changes: 'at-once',
  },
  'rate_limit.anonymous_rps': {
    ...integer(1, 1_000_000),
    initial: 10,
    about: 'Requests a second from one address that has not signed in.',
    changes: 'at-once',
  },
  'rate_limit.anonymous_burst': {
    ...integer(1, 1_000_000),
    initial: 50,
    about: 'Requests at once from one address that has not signed in.',
    changes: 'at-once',
  },
  'rate_limit.authenticated_rps': {
    ...integer(1, 1_000_000),
    initial: 50,
    about: 'Requests a second from one user.',
    changes: 'at-once',
  },
  'rate_limit.authenticated_burst': {
    ...integer(1, 1_000_000),
    initial: 200,
    about: 'Requests at once from one user.',
    changes: 'at-once',
  },
  'events.streams_per_user': {
    ...integer(1, 100_000),
    initial: 5,
    about: 'Event streams that one user may have open at a time. Each process counts for itself.',
    changes: 'at-once',
  },
  'limits.body_kb': {
    ...integer(16, 65_536),
    initial: 1024,
    about: 'Kilobytes of the body of one request.',
    changes: 'at-once',
  },
  'events.queued': {
    ...integer(16, 100_000),
    initial: 256,
    about: 'Messages that wait for one event stream; with more, its client is told to load anew.',
    changes: 'at-once',
  },
  'stop.notice_seconds': {
    ...integer(0, 60),
    initial: 0,
    about:
      'Seconds between being asked to stop and taking no more requests. In them `/health/ready` says so, for a load ' +
      'balancer to look elsewhere.',
    changes: 'at-once',
  },
  page_cache_mb: {
    ...integer(16, 1_048_576),
    initial: 2048,
    about: 'Megabytes of disk for pages that had to be unpacked, drawn or made smaller.',
    changes: 'at-once',
  },
  'cors.origins': {
    ...origins,
    initial: [],
    initialText: 'none',
    about:
      'Web apps of other addresses whose pages may ask the API with a token or key of their own; `*` is any. ' +
      'The cookie of the sign-in is never taken from them.',
    changes: 'at-once',
  },
  'audit.retention_days': {
    ...integer(0, 36_500),
    initial: 365,
    about: 'Days that entries of the audit log are kept; 0 keeps them for good.',
    changes: 'at-once',
  },
  'metrics.retention': {
    ...choice('disabled', '7', '30', '90', '180'),
    initial: '30',
    about: 'Days that metrics of tasks are kept; `disabled` keeps them for good.',
    changes: 'at-once',
  },
  'scheduler.timezone': {
    ...text('the name of a time zone, such as Europe/Berlin', isTimeZone),
    initial: null,
    initialText: 'UTC',
    about: 'Time zone of schedules that name none.',
    changes: 'at-once',
    isPublic: true,
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
