import { availableParallelism } from 'node:os'
import { choice, flag, integer, type Setting, text } from './kinds'

const KOMGA_PREFIX = /^[a-z0-9][a-z0-9-]{0,39}$/
const TAKEN_PREFIXES = new Set(['api', 'opds', 'health', 'koreader', 'assets', 'metrics'])

const SMTP_URL = /^smtps?:\/\/\S+$/
const MAIL_FROM = /^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>$/

/** What an administrator may change in the app, and each process takes up when it is started again. */
export const CHANGED_LATER = {
  'auth.jwt_expiry_hours': {
    ...integer(1, 8_760),
    initial: 24,
    about: 'Hours that an access token of the API is good for; with a refresh token come new ones.',
    changes: 'after-restart',
  },
  'auth.session_days': {
    ...integer(1, 365),
    initial: 30,
    about: 'Days after which a device that was not used has to sign in again.',
    changes: 'after-restart',
  },
  'auth.cookie_secure': {
    ...choice('auto', 'true', 'false'),
    initial: 'auto',
    about:
      'Whether the sign-in cookie is sent by HTTPS only, under its name `__Host-auth_token`. `auto`: when the person signed ' +
      'in by HTTPS.',
    changes: 'after-restart',
  },
  'smtp.url': {
    ...text('smtp:// or smtps:// with name and password, host and port', value => SMTP_URL.test(value)),
    initial: null,
    about:
      'Mail server, such as `smtps://name:password@mail.example.org`. With it, `smtp.from` and `base_url`, people confirm ' +
      'their addresses and choose a new password by mail.',
    secret: true,
    changes: 'after-restart',
  },
  'smtp.from': {
    ...text('an address such as octavo@example.org or Octavo <octavo@example.org>', value => MAIL_FROM.test(value)),
    initial: null,
    about: 'Sender of letters.',
    changes: 'after-restart',
  },
  'parser.processes': {
    ...integer(1, 256),
    initial: () => availableParallelism(),
    initialText: 'one for each CPU core',
    about: 'Processes that open book files at the same time.',
    changes: 'after-restart',
  },
  'parser.memory_mb': {
    ...integer(1024, 65_536),
    initial: 2048,
    about: 'Address space of one such process in megabytes. What asks for more ends the process and costs one book.',
    changes: 'after-restart',
  },
  'parser.book_seconds': {
    ...integer(5, 3600),
    initial: 60,
    about: 'Longest time that reading one book for the catalogue may take.',
    changes: 'after-restart',
  },
  'parser.page_seconds': {
    ...integer(5, 600),
    initial: 30,
    about: 'Longest time that making one page may take.',
    changes: 'after-restart',
  },
  'parser.cpu_seconds': {
    ...integer(180, 86_400),
    initial: 300,
    about: 'CPU time of one such process in its whole life. It is replaced after two minutes of it, between two books.',
    changes: 'after-restart',
  },
  'limits.archive_entries': {
    ...integer(100, 1_000_000),
    initial: 20_000,
    about: 'Entries of one archive, or images of one folder.',
    changes: 'after-restart',
  },
  'limits.entry_mb': {
    ...integer(1, 1024),
    initial: 256,
    about: 'Megabytes of one page or other entry of an archive once unpacked.',
    changes: 'after-restart',
  },
  'limits.archive_gb': {
    ...integer(1, 1024),
    initial: 16,
    about: 'Gigabytes of all entries of an archive together, as it declares them.',
    changes: 'after-restart',
  },
  'limits.ratio': {
    ...integer(10, 1100),
    initial: 200,
    about: 'How many times an entry of more than 8 MB may grow when it is unpacked.',
    changes: 'after-restart',
  },
  'limits.xml_mb': {
    ...integer(1, 64),
    initial: 4,
    about: 'Megabytes of one XML or JSON document: ComicInfo, OPF, navigation, series.json.',
    changes: 'after-restart',
  },
  'limits.image_megapixels': {
    ...integer(1, 1000),
    initial: 100,
    about: 'Millions of pixels of one image or drawn page. Larger ones are not decoded.',
    changes: 'after-restart',
  },
  'limits.image_side': {
    ...integer(1000, 1_000_000),
    initial: 65_536,
    about: 'Pixels of the longer side of one image.',
    changes: 'after-restart',
  },
  'limits.pdf_pages': {
    ...integer(1, 1_000_000),
    initial: 20_000,
    about: 'Pages of one PDF.',
    changes: 'after-restart',
  },
  'tasks.slots': {
    ...integer(1, 64),
    initial: 2,
    about:
      'Tasks that a process works on at the same time. With more than one, long tasks such as scans leave one to short ones.',
    changes: 'after-restart',
  },
  'watch.enabled': {
    ...flag,
    initial: true,
    about:
      'Watches the folders of libraries, so that new, changed and moved files show within seconds. Each library can be ' +
      'left out by its own settings.',
    changes: 'after-restart',
  },
  'watch.poll_seconds': {
    ...integer(2, 86_400),
    initial: 60,
    about:
      'Seconds between two looks at the folders of a library on a network share or another disk that does not tell ' +
      'what changes.',
    changes: 'after-restart',
  },
  'metrics.public': {
    ...flag,
    initial: false,
    about: 'Lets anyone read `/metrics`. Otherwise it takes the permission `system-health`.',
    changes: 'after-restart',
  },
  'api_docs.enabled': {
    ...flag,
    initial: false,
    about: 'Shows the interactive documentation of the API at `/api/docs`.',
    changes: 'after-restart',
  },
  'komga.enabled': {
    ...flag,
    initial: false,
    about: 'Switches the API for apps made for Komga on. This version does not have it yet: the name is kept for it.',
    changes: 'after-restart',
  },
  'komga.prefix': {
    ...text(
      'small letters, digits and hyphens, and no word that Octavo uses itself (api, opds, …)',
      value => KOMGA_PREFIX.test(value) && !TAKEN_PREFIXES.has(value),
    ),
    initial: 'komga',
    about: 'First part of the path of that API.',
    changes: 'after-restart',
  },
  'koreader.enabled': {
    ...flag,
    initial: false,
    about: 'Switches progress sync with KOReader on. This version does not have it yet: the name is kept for it.',
    changes: 'after-restart',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
