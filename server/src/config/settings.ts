import { availableParallelism } from 'node:os'
import { LOG_LEVELS } from '../kernel/log'
import { choice, flag, folder, integer, type Kind, networks, text, webAddress } from './kinds'

/** One setting: its key in the file is the table's; its name in the environment follows from the key. */
export interface Setting<T> extends Kind<T> {
  /** Null: there is none; the description says what happens then. */
  readonly initial: T | (() => T) | null
  /** The default as people read it, where the value alone says little. */
  readonly initialText?: string
  readonly about: string
  /** Its value is never printed. */
  readonly secret?: boolean
}

const KOMGA_PREFIX = /^[a-z0-9][a-z0-9-]{0,39}$/
const TAKEN_PREFIXES = new Set(['api', 'opds', 'health', 'koreader', 'assets', 'metrics'])
const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/
/** A bucket's name as S3 allows it, then a prefix of any depth. */
const STORAGE_URL = /^(file:\/\/\/\S.*|s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[^\s?#]*)?)$/

/** Every setting, in the order of the documentation. */
export const SETTINGS = {
  host: {
    ...text('a host name or an address', value => /^[\w.:%-]+$/.test(value)),
    initial: '0.0.0.0',
    about: 'Address to listen on. `127.0.0.1` answers this machine only.',
  },
  port: {
    ...integer(0, 65_535),
    initial: 8080,
    about: 'Port to listen on; 0 takes any free one. When it is not set and 8080 is taken, the next free one is used.',
  },
  base_url: {
    ...webAddress,
    initial: null,
    about:
      'Address by which readers reach the server, when a reverse proxy stands before it. ' +
      'Its path (`/octavo`) is put before the links in feeds; the proxy takes it away again.',
  },
  trusted_proxies: {
    ...networks,
    initial: [],
    initialText: 'none',
    about: 'Reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.',
  },
  data_dir: {
    ...folder,
    initial: null,
    initialText: 'the usual place for your data',
    about: 'Folder for the database, thumbnails, caches and keys. It must be on a local disk.',
  },
  'database.url': {
    ...text('a PostgreSQL address such as postgres://user:password@host/name', value => POSTGRES_URL.test(value)),
    initial: null,
    about: 'PostgreSQL 15 or later. Without it, SQLite in the data folder.',
    secret: true,
  },
  'storage.url': {
    ...text('file:///folder or s3://bucket/prefix', value => STORAGE_URL.test(value)),
    initial: null,
    initialText: 'the data folder',
    about:
      'Where thumbnails and pages that were made are kept. Several servers on one PostgreSQL need a folder that all of ' +
      'them have mounted, or S3-compatible storage.',
  },
  'storage.s3_endpoint': {
    ...webAddress,
    initial: null,
    initialText: 'Amazon S3',
    about: 'Address of the S3-compatible server.',
  },
  'storage.s3_region': {
    ...text('the name of a region', value => /^[\w-]+$/.test(value)),
    initial: null,
    about: 'Region of the bucket.',
  },
  'storage.s3_access_key': {
    ...text('the id of an access key', value => /^\S+$/.test(value)),
    initial: null,
    about: 'Access key for the bucket: to read, write, delete and list below the prefix.',
    secret: true,
  },
  'storage.s3_secret_key': {
    ...text('the secret of the access key', value => /^\S+$/.test(value)),
    initial: null,
    about: 'Secret of that key.',
    secret: true,
  },
  'storage.s3_cache_mb': {
    ...integer(16, 1_048_576),
    initial: 1024,
    about: 'Megabytes of disk on this machine for copies of what is in the bucket.',
  },
  'log.level': {
    ...choice(...LOG_LEVELS),
    initial: 'info',
    about: 'The least important messages that are logged. `debug` shows where an error came from.',
  },
  'rate_limit.enabled': {
    ...flag,
    initial: true,
    about: 'Limits how many requests a client may send. Each process counts for itself.',
  },
  'rate_limit.anonymous_rps': {
    ...integer(1, 1_000_000),
    initial: 10,
    about: 'Requests a second from one address that has not signed in.',
  },
  'rate_limit.anonymous_burst': {
    ...integer(1, 1_000_000),
    initial: 50,
    about: 'Requests at once from one address that has not signed in.',
  },
  'rate_limit.authenticated_rps': {
    ...integer(1, 1_000_000),
    initial: 50,
    about: 'Requests a second from one user.',
  },
  'rate_limit.authenticated_burst': {
    ...integer(1, 1_000_000),
    initial: 200,
    about: 'Requests at once from one user.',
  },
  'events.streams_per_user': {
    ...integer(1, 100_000),
    initial: 5,
    about: 'Event streams that one user may have open at a time. Each process counts for itself.',
  },
  'auth.jwt_secret': {
    ...text('at least 32 characters', value => value.length >= 32),
    initial: null,
    about:
      'Key that signs access tokens. Without it, one is made and kept: in the data folder beside SQLite, in the ' +
      'database on PostgreSQL, where all servers share it.',
    secret: true,
  },
  'auth.jwt_expiry_hours': {
    ...integer(1, 8_760),
    initial: 24,
    about: 'Hours until a person has to sign in again.',
  },
  'auth.cookie_secure': {
    ...choice('auto', 'true', 'false'),
    initial: 'auto',
    about: 'Whether the sign-in cookie is sent by HTTPS only. `auto`: when the person signed in by HTTPS.',
  },
  'parser.processes': {
    ...integer(1, 256),
    initial: () => availableParallelism(),
    initialText: 'one for each CPU core',
    about: 'Processes that open book files at the same time.',
  },
  'parser.memory_mb': {
    ...integer(1024, 65_536),
    initial: 2048,
    about: 'Address space of one such process in megabytes. What asks for more ends the process and costs one book.',
  },
  'parser.book_seconds': {
    ...integer(5, 3600),
    initial: 60,
    about: 'Longest time that reading one book for the catalogue may take.',
  },
  'parser.page_seconds': {
    ...integer(5, 600),
    initial: 30,
    about: 'Longest time that making one page may take.',
  },
  'parser.cpu_seconds': {
    ...integer(180, 86_400),
    initial: 300,
    about: 'CPU time of one such process in its whole life. It is replaced after two minutes of it, between two books.',
  },
  'limits.archive_entries': {
    ...integer(100, 1_000_000),
    initial: 20_000,
    about: 'Entries of one archive, or images of one folder.',
  },
  'limits.entry_mb': {
    ...integer(1, 1024),
    initial: 256,
    about: 'Megabytes of one page or other entry of an archive once unpacked.',
  },
  'limits.archive_gb': {
    ...integer(1, 1024),
    initial: 16,
    about: 'Gigabytes of all entries of an archive together, as it declares them.',
  },
  'limits.ratio': {
    ...integer(10, 1100),
    initial: 200,
    about: 'How many times an entry of more than 8 MB may grow when it is unpacked.',
  },
  'limits.xml_mb': {
    ...integer(1, 64),
    initial: 4,
    about: 'Megabytes of one XML or JSON document: ComicInfo, OPF, navigation, series.json.',
  },
  'limits.image_megapixels': {
    ...integer(1, 1000),
    initial: 100,
    about: 'Millions of pixels of one image or drawn page. Larger ones are not decoded.',
  },
  'limits.image_side': {
    ...integer(1000, 1_000_000),
    initial: 65_536,
    about: 'Pixels of the longer side of one image.',
  },
  'limits.pdf_pages': {
    ...integer(1, 1_000_000),
    initial: 20_000,
    about: 'Pages of one PDF.',
  },
  'limits.body_kb': {
    ...integer(16, 65_536),
    initial: 1024,
    about: 'Kilobytes of the body of one request.',
  },
  'events.queued': {
    ...integer(16, 100_000),
    initial: 256,
    about: 'Messages that wait for one event stream; with more, its client is told to load anew.',
  },
  'worker.health_port': {
    ...integer(0, 65_535),
    initial: null,
    about: 'Port on which `octavo worker` answers `/health` and `/metrics`, and nothing else; 0 takes any free one.',
  },
  'stop.notice_seconds': {
    ...integer(0, 60),
    initial: 0,
    about:
      'Seconds between being asked to stop and taking no more requests. In them `/health/ready` says so, for a load ' +
      'balancer to look elsewhere.',
  },
  'metrics.public': {
    ...flag,
    initial: false,
    about: 'Lets anyone read `/metrics`. Otherwise it takes the permission `system-health`.',
  },
  'database.pool': {
    ...integer(4, 200),
    initial: 20,
    about: 'Connections to PostgreSQL of one `octavo serve` at most; a worker takes half.',
  },
  'tasks.slots': {
    ...integer(1, 64),
    initial: 2,
    about:
      'Tasks that a process works on at the same time. With more than one, long tasks such as scans leave one to short ones.',
  },
  'tasks.lease_seconds': {
    ...integer(2, 3_600),
    initial: 30,
    about:
      'Seconds after which a task goes to another process when its own has not been heard of. All processes should have the same.',
  },
  'database.timeout_seconds': {
    ...integer(1, 3_600),
    initial: 30,
    about:
      'Seconds that one statement on PostgreSQL may take, and most that a request waits for a connection: 10 of them. ' +
      'What takes longer is answered with 503.',
  },
  page_cache_mb: {
    ...integer(16, 1_048_576),
    initial: 2048,
    about: 'Megabytes of disk for pages that had to be unpacked, drawn or made smaller.',
  },
  'libraries.delete_files': {
    ...flag,
    initial: false,
    about:
      'Lets people with the right delete the files of books and series from the disk, each time with a confirmation and a line in the audit log. ' +
      'Without it Octavo never writes into the folders of books.',
  },
  'watch.enabled': {
    ...flag,
    initial: true,
    about:
      'Watches the folders of libraries, so that new, changed and moved files show within seconds. Each library can be ' +
      'left out by its own settings.',
  },
  'watch.poll_seconds': {
    ...integer(2, 86_400),
    initial: 60,
    about:
      'Seconds between two looks at the folders of a library on a network share or another disk that does not tell ' +
      'what changes.',
  },
  'api_docs.enabled': {
    ...flag,
    initial: false,
    about: 'Shows the interactive documentation of the API at `/api/docs`.',
  },
  'komga.enabled': {
    ...flag,
    initial: false,
    about: 'Switches the API for apps made for Komga on. This version does not have it yet: the name is kept for it.',
  },
  'komga.prefix': {
    ...text(
      'small letters, digits and hyphens, and no word that Octavo uses itself (api, opds, …)',
      value => KOMGA_PREFIX.test(value) && !TAKEN_PREFIXES.has(value),
    ),
    initial: 'komga',
    about: 'First part of the path of that API.',
  },
  'koreader.enabled': {
    ...flag,
    initial: false,
    about: 'Switches progress sync with KOReader on. This version does not have it yet: the name is kept for it.',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type SettingKey = keyof typeof SETTINGS
export type Value<K extends SettingKey> = (typeof SETTINGS)[K] extends Kind<infer T> ? T : never

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** The setting with its type forgotten, for code that walks them all. */
export function settingOf(key: SettingKey): Setting<unknown> {
  return SETTINGS[key]
}

/** `rate_limit.enabled` -> `OCTAVO_RATE_LIMIT_ENABLED` */
export function environmentName(key: SettingKey): string {
  return `OCTAVO_${key.replaceAll('.', '_').toUpperCase()}`
}

/** The default as people read it. */
export function initialText(key: SettingKey): string {
  const { initial, initialText } = settingOf(key)
  if (initialText !== undefined) return initialText
  return initial === null ? 'none' : String(initial)
}
