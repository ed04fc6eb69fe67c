import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import type { KomgaLibraryDto } from '@octavo/contract/komga'
import type { KomgaLibraryUpdate } from '@octavo/contract/komga-administration'
import type { ScanningConfigDto, UpdateLibraryRequest } from '@octavo/contract/library'
import { AppError } from '../../kernel/app-error'
import { nextTime } from '../../platform/cron'
import type { LibraryModel } from '../read-model'

type Interval = KomgaLibraryDto['scanInterval']
type Shown = Pick<
  KomgaLibraryDto,
  | 'scanInterval'
  | 'scanOnStartup'
  | 'emptyTrashAfterScan'
  | 'scanCbx'
  | 'scanPdf'
  | 'scanEpub'
  | 'scanDirectoryExclusions'
>
type Settings = LibraryModel['settings']
type Changed = Pick<UpdateLibraryRequest, 'scanningConfig' | 'allowedFormats' | 'excludedPatterns'>

/** Settings of a new library. */
export const NO_SETTINGS: Settings = { scanning: null, formats: null, exclusions: null }

/** When each interval scans; nights for the long ones. */
const PATTERNS: Readonly<Record<Exclude<Interval, 'DISABLED'>, string>> = {
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 3 * * *',
  WEEKLY: '0 3 * * 1',
}
const HOUR_MS = 3_600_000
/** Komga's intervals by their length in hours. */
const LENGTHS = [
  [1, 'HOURLY'],
  [6, 'EVERY_6H'],
  [12, 'EVERY_12H'],
  [24, 'DAILY'],
] as const
/** A Monday. */
const ANY_DAY = Date.UTC(2024, 0, 1)

/** Formats that each of Komga's switches stands for. */
const KINDS = { scanCbx: ['cbz', 'cbr'], scanPdf: ['pdf'], scanEpub: ['epub'] } as const satisfies Record<
  string,
  readonly BookFormat[]
>
const SWITCHES = ['scanCbx', 'scanPdf', 'scanEpub'] as const

/** The settings of a library that Komga has too. */
export function shownSettings({ scanning, formats, exclusions }: Settings): Shown {
  const config = scanningOf(scanning)
  const allowed = formatsOf(formats)
  const allows = (kind: keyof typeof KINDS) => KINDS[kind].some(format => allowed.includes(format))
  return {
    scanInterval: intervalOf(config),
    scanOnStartup: config?.scanOnStart ?? false,
    emptyTrashAfterScan: config?.purgeDeletedOnScan ?? false,
    scanCbx: allows('scanCbx'),
    scanPdf: allows('scanPdf'),
    scanEpub: allows('scanEpub'),
    scanDirectoryExclusions: patternsOf(exclusions).map(textOf),
  }
}

/**
 * The change that an app requests: only settings that differ from those it was sent, since apps send all of them back and
 * ours are finer.
 * @throws BadRequest if no format is left
 */
export function changedSettings(asked: KomgaLibraryUpdate, settings: Settings): Changed {
  const shown = shownSettings(settings)
  const differs = (name: keyof Shown) =>
    asked[name] != null && JSON.stringify(asked[name]) !== JSON.stringify(shown[name])
  const change: Changed = {}
  if (differs('scanInterval') || differs('scanOnStartup') || differs('emptyTrashAfterScan')) {
    const present: ScanningConfigDto = { enabled: true, scanMode: 'normal', ...scanningOf(settings.scanning) }
    const interval = differs('scanInterval') ? (asked.scanInterval ?? null) : null
    change.scanningConfig = {
      ...present,
      ...(interval === 'DISABLED' && { enabled: false }),
      ...(interval !== null && interval !== 'DISABLED' && { enabled: true, cronSchedule: PATTERNS[interval] }),
      scanOnStart: asked.scanOnStartup ?? shown.scanOnStartup,
      purgeDeletedOnScan: asked.emptyTrashAfterScan ?? shown.emptyTrashAfterScan,
    }
  }
  if (SWITCHES.some(differs)) change.allowedFormats = wantedFormats(asked, settings)
  if (differs('scanDirectoryExclusions')) {
    const known = new Map(patternsOf(settings.exclusions).map(pattern => [textOf(pattern), pattern]))
    const patterns = asked.scanDirectoryExclusions?.map(text => known.get(text) ?? literal(text))
    change.excludedPatterns = patterns?.join('\n') || null
  }
  return change
}

/** Komga's exclusions are plain text: `[Ads]` is a name, not a set of letters. */
const literal = (text: string) => text.replace(/[\\*?[\]{}!]/g, '\\$&')

/** Plain text where a pattern is no more than that; others are shown as they are. */
function textOf(pattern: string): string {
  const text = pattern.replace(/\\(.)/g, '$1')
  return literal(text) === pattern ? text : pattern
}

const patternsOf = (exclusions: string | null) => (exclusions ?? '').split('\n').filter(line => line.trim() !== '')

function wantedFormats(asked: KomgaLibraryUpdate, settings: Settings): string[] | null {
  const shown = shownSettings(settings)
  const allowed = formatsOf(settings.formats)
  const wanted = SWITCHES.flatMap(kind => {
    if (!(asked[kind] ?? shown[kind])) return []
    return shown[kind] ? KINDS[kind].filter(format => allowed.includes(format)) : KINDS[kind]
  })
  if (wanted.length === 0) throw new AppError('BadRequest', 'A library needs at least one kind of file')
  return wanted.length === BOOK_FORMATS.length ? null : wanted
}

function scanningOf(text: string | null): ScanningConfigDto | null {
  return text === null ? null : (JSON.parse(text) as ScanningConfigDto | null)
}

function formatsOf(text: string | null): readonly string[] {
  return (text === null ? null : (JSON.parse(text) as string[] | null)) ?? BOOK_FORMATS
}

/** The interval that is nearest to a schedule. */
function intervalOf(config: ScanningConfigDto | null): Interval {
  const { enabled = true, cronSchedule } = config ?? {}
  if (!enabled || !cronSchedule) return 'DISABLED'
  const first = nextTime(cronSchedule, 'UTC', ANY_DAY)
  const second = first === null ? null : nextTime(cronSchedule, 'UTC', first)
  if (first === null || second === null) return 'WEEKLY'
  return LENGTHS.find(([hours]) => second - first <= hours * HOUR_MS)?.[1] ?? 'WEEKLY'
}
