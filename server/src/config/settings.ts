import {
  file,
  flag,
  folder,
  folders,
  hostNames,
  integer,
  type Kind,
  networks,
  type Setting,
  text,
  webAddress,
} from './kinds'
import { OBSERVABILITY_SETTINGS } from './observability-settings'
import { providers } from './oidc-providers'
import { CHANGED_LATER } from './settings-changed-later'
import { CHANGED_LIVE } from './settings-changed-live'

const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/
/** A bucket's name as S3 allows it, then a prefix of any depth. */
const STORAGE_URL = /^(file:\/\/\/\S.*|s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[^\s?#]*)?)$/

/** Every setting, in the order of the documentation: first those that can only be set when starting the process. */
export const SETTINGS = {
  host: {
    ...text('a host name or an address', value => /^[\w.:%-]+$/.test(value)),
    initial: '0.0.0.0',
    about: 'Address to listen on. `127.0.0.1` is reachable from this machine only.',
  },
  port: {
    ...integer(0, 65_535),
    initial: 8080,
    about: 'Port to listen on; 0 picks a free one. If it is not set and 8080 is taken, the next free port is used.',
  },
  base_url: {
    ...webAddress,
    initial: null,
    about:
      'Public address of the server, when it is behind a reverse proxy. With a path, such as `https://example.org/octavo`, the ' +
      'app, feeds and links use it; the proxy must remove the path before it passes a request on.',
  },
  allowed_hosts: {
    ...hostNames,
    initial: [],
    initialText: 'any',
    about:
      'Host names the server answers to, besides addresses, `localhost` and the name in `base_url`. It keeps other ' +
      'sites from reaching a home server through a name of their own (DNS rebinding).',
  },
  trusted_proxies: {
    ...networks,
    initial: [],
    initialText: 'none',
    about: 'Reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted.',
  },
  data_dir: {
    ...folder,
    initial: null,
    initialText: 'depends on the system',
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
      'Where thumbnails and rendered pages are stored. Several servers on one PostgreSQL need a folder that all of ' +
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
    about: 'Access key for the bucket. It needs to read, write, delete and list under the prefix.',
    secret: true,
  },
  'storage.s3_secret_key': {
    ...text('the secret of the access key', value => /^\S+$/.test(value)),
    initial: null,
    about: 'Secret for the access key.',
    secret: true,
  },
  'storage.s3_cache_mb': {
    ...integer(16, 1_048_576),
    initial: 1024,
    about: 'Megabytes of disk on this machine for copies of files in the bucket.',
  },
  'auth.jwt_secret': {
    ...text('at least 32 characters', value => value.length >= 32),
    initial: null,
    about:
      'Key that signs access tokens. Without it, one is generated and stored: in the data folder with SQLite, in the ' +
      'database with PostgreSQL, where all servers share it.',
    secret: true,
  },
  'auth.oidc.providers': {
    ...providers,
    initial: null,
    about:
      'Identity providers people can sign in with, by name; more can be added in the app. Each has `issuer_url`, ' +
      '`client_id`, `client_secret` or `client_secret_env`, and optionally `display_name`, `scopes`, `role_mapping`, ' +
      '`groups_claim`, `username_claim`, `email_claim`.',
    secret: true,
  },
  'worker.health_port': {
    ...integer(0, 65_535),
    initial: null,
    about: 'Port on which `octavo worker` answers `/health` and `/metrics`, and nothing else; 0 picks a free one.',
  },
  'database.pool': {
    ...integer(4, 200),
    initial: 20,
    about: 'Maximum number of PostgreSQL connections of one `octavo serve`; a worker opens half as many.',
  },
  memory_cache_mb: {
    ...integer(8, 65_536),
    initial: 40,
    about: 'Megabytes of memory for lists, books and responses that are requested repeatedly.',
  },
  'tasks.lease_seconds': {
    ...integer(2, 3_600),
    initial: 30,
    about:
      'Seconds without a sign of life after which a process loses its tasks to another. Use the same value for all ' +
      'processes.',
  },
  'database.timeout_seconds': {
    ...integer(1, 3_600),
    initial: 30,
    about:
      'Seconds one PostgreSQL statement may take. A request waits at most 10 of them for a connection, then gets a ' +
      '503.',
  },
  seed: {
    ...file,
    initial: null,
    about:
      'YAML file with users, settings and libraries that are created at startup if they are missing. See operations.md.',
  },
  'setup.open': {
    ...flag,
    initial: false,
    about:
      'Lets the first visitor create the first account without the set-up link, for scripted installations. It has no' +
      ' effect once an account exists.',
  },
  'updates.url': {
    ...webAddress,
    initial: null,
    initialText: 'none: nothing is checked',
    about:
      'Address of a list of releases (in the JSON format of GitHub, Gitea and Forgejo). It is read once a day, and Administration → ' +
      'System shows a newer version.',
  },
  'libraries.roots': {
    ...folders,
    initial: [],
    initialText: 'none',
    about:
      'Folders that all libraries must be in. Without them, administrators choose freely, and everyone else only ' +
      'within folders of libraries they can see. The data folder can never be in a library.',
  },
  'libraries.delete_files': {
    ...flag,
    initial: false,
    about:
      'Lets people with the permission delete files of books and series, each time with a confirmation, and write metadata ' +
      'to them where the library allows it. Each leaves an audit log entry. Otherwise Octavo never writes to your folders.',
  },
  'log.file': {
    ...file,
    initial: null,
    initialText: 'none: only standard error',
    about: 'File to which the log is written as well, as JSON lines. Each process needs its own.',
  },
  'log.file_mb': {
    ...integer(1, 10_240),
    initial: 10,
    about: 'Size in megabytes at which a new log file begins. The earlier ones are numbered (`octavo.log.1`).',
  },
  'log.file_count': {
    ...integer(1, 100),
    initial: 5,
    about: 'Log files to keep, the current one included.',
  },
  'backup.folder': {
    ...folder,
    initial: null,
    initialText: '`backups` in the data folder',
    about: 'Folder for backups. Choose one on another disk.',
  },
  'backup.passphrase': {
    ...text('at least 12 characters in one line', value => value.length >= 12 && !/[\r\n]/.test(value)),
    initial: null,
    initialText: 'none: backups are not encrypted',
    about: 'Encrypts backups (age). Store it elsewhere too: without it, nobody can restore them.',
    secret: true,
  },
  ...OBSERVABILITY_SETTINGS,
  ...CHANGED_LIVE,
  ...CHANGED_LATER,
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type SettingKey = keyof typeof SETTINGS
export type Value<K extends SettingKey> = (typeof SETTINGS)[K] extends Kind<infer T> ? T : never

/** The same, nullable where a setting may have no value. */
export type ValueNow<K extends SettingKey> = (typeof SETTINGS)[K]['initial'] extends null ? Value<K> | null : Value<K>

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** The setting without its type, for code that iterates over all of them. */
export function settingOf(key: SettingKey): Setting<unknown> {
  return SETTINGS[key]
}

/** `rate_limit.enabled` -> `OCTAVO_RATE_LIMIT_ENABLED` */
export function environmentName(key: SettingKey): string {
  return `OCTAVO_${key.replaceAll('.', '_').toUpperCase()}`
}

/** The default as shown to people. */
export function initialText(key: SettingKey): string {
  const { initial, initialText } = settingOf(key)
  if (initialText !== undefined) return initialText
  return initial === null ? 'none' : String(initial)
}
