import { availableParallelism } from 'node:os'
import { choice, flag, integer, type Setting, text } from './kinds'

const SMTP_URL = /^smtps?:\/\/\S+$/
const MAIL_FROM = /^[^\s@<>]+@[^\s@<>]+$|^[^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>$/

/** Settings that administrators can change in the app; they take effect after a restart. */
export const CHANGED_LATER = {
  'auth.jwt_expiry_hours': {
    ...integer(1, 8_760),
    initial: 24,
    about: 'Hours an API access token is valid; a refresh token gets new ones.',
    changes: 'after-restart',
  },
  'auth.session_days': {
    ...integer(1, 365),
    initial: 30,
    about: 'Days without use after which a device has to sign in again.',
    changes: 'after-restart',
  },
  'auth.cookie_secure': {
    ...choice('auto', 'true', 'false'),
    initial: 'auto',
    about:
      'Whether the sign-in cookie is sent over HTTPS only, as `__Host-auth_token`, or `__Secure-auth_token` below a path. `auto`: if the person signed in ' +
      'over HTTPS.',
    changes: 'after-restart',
  },
  'smtp.url': {
    ...text('smtp:// or smtps:// with user name, password, host and port', value => SMTP_URL.test(value)),
    initial: null,
    about:
      'Mail server, such as `smtps://name:password@mail.example.org`. With it, `smtp.from` and `base_url`, people ' +
      'confirm addresses and reset passwords by e-mail.',
    secret: true,
    changes: 'after-restart',
  },
  'smtp.from': {
    ...text('an address such as octavo@example.org or Octavo <octavo@example.org>', value => MAIL_FROM.test(value)),
    initial: null,
    about: 'Sender of e-mails.',
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
    about: 'Memory (address space) of one parser process in megabytes. A book that needs more is reported as an error.',
    changes: 'after-restart',
  },
  'parser.book_seconds': {
    ...integer(5, 3600),
    initial: 60,
    about: 'Time limit for reading one book.',
    changes: 'after-restart',
  },
  'parser.page_seconds': {
    ...integer(5, 600),
    initial: 30,
    about: 'Time limit for rendering one page.',
    changes: 'after-restart',
  },
  'parser.cpu_seconds': {
    ...integer(180, 86_400),
    initial: 300,
    about:
      'Limit of the CPU seconds of one parser process. Processes are replaced after 120 seconds of CPU time, between books.',
    changes: 'after-restart',
  },
  'limits.archive_entries': {
    ...integer(100, 1_000_000),
    initial: 20_000,
    about: 'Maximum number of entries in an archive, or images in a folder.',
    changes: 'after-restart',
  },
  'limits.entry_mb': {
    ...integer(1, 1024),
    initial: 256,
    about: 'Largest page or other archive entry in megabytes, unpacked.',
    changes: 'after-restart',
  },
  'limits.archive_gb': {
    ...integer(1, 1024),
    initial: 16,
    about: 'Largest total size of an archive in gigabytes, unpacked, as the archive declares it.',
    changes: 'after-restart',
  },
  'limits.ratio': {
    ...integer(10, 1100),
    initial: 200,
    about: 'Highest compression ratio of archive entries over 8 MB.',
    changes: 'after-restart',
  },
  'limits.xml_mb': {
    ...integer(1, 64),
    initial: 4,
    about: 'Largest XML or JSON document in megabytes: ComicInfo, OPF, tables of contents, series.json.',
    changes: 'after-restart',
  },
  'limits.image_megapixels': {
    ...integer(1, 1000),
    initial: 100,
    about: 'Largest image or rendered page in millions of pixels. Larger ones are not decoded.',
    changes: 'after-restart',
  },
  'limits.image_side': {
    ...integer(1000, 1_000_000),
    initial: 65_536,
    about: 'Longest side of an image in pixels.',
    changes: 'after-restart',
  },
  'limits.pdf_pages': {
    ...integer(1, 1_000_000),
    initial: 20_000,
    about: 'Maximum number of pages in a PDF.',
    changes: 'after-restart',
  },
  'tasks.slots': {
    ...integer(1, 64),
    initial: 2,
    about:
      'Tasks a process runs at the same time. With more than one, long tasks such as scans leave a slot for short ' +
      'ones.',
    changes: 'after-restart',
  },
  'watch.enabled': {
    ...flag,
    initial: true,
    about:
      'Watches the folders of libraries, so that new, changed and moved files show up within seconds. It can be ' +
      'turned off per library.',
    changes: 'after-restart',
  },
  'watch.poll_seconds': {
    ...integer(2, 86_400),
    initial: 60,
    about: 'Seconds between checks of library folders on network shares and other disks that do not report changes.',
    changes: 'after-restart',
  },
  'metrics.public': {
    ...flag,
    initial: false,
    about: 'Lets anyone read `/metrics`. Otherwise the permission `system-health` is required.',
    changes: 'after-restart',
  },
  'api_docs.enabled': {
    ...flag,
    initial: false,
    about: 'Shows the interactive documentation of the API at `/api/docs`.',
    changes: 'after-restart',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
