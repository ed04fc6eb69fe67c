import { type DamagedPart, damageProblems } from '../damage'
import type { PackedArchive, PackedEntry } from '../decoders'
import type { FileProblem } from '../facts'
import { FORMAT_LIMITS } from '../limits'
import { FileProblemError, refuse } from '../problem'
import { listPackedPages } from './comic-packed'

/** The unpacking library compares each entry with its checksum; the bytes are discarded. */
const CHECKED_BYTES = 1
/** A damaged entry ends a pass; the entries after it get another pass, up to this number of times. */
const MOST_RUNS = 16

/** Unpacks everything. Throws FileProblemError if the archive exceeds its limits. */
export function verifyPacked(archive: PackedArchive): FileProblem[] {
  checkTotal(archive.entries)
  const numbers = new Map(listPackedPages(archive.entries).map((entry, index) => [entry, index + 1]))
  const done = new Set(archive.entries.filter(isLeftOut))
  const damaged: DamagedPart[] = []
  for (let run = 0; run < MOST_RUNS && done.size < archive.entries.length; run++) {
    try {
      archive.unpack(
        entry => (done.has(entry) ? 0 : CHECKED_BYTES),
        entry => void done.add(entry),
      )
      break
    } catch (error) {
      const broken = archive.entries.find(entry => !done.has(entry))
      if (broken === undefined || !isDamage(error)) throw error
      done.add(broken)
      damaged.push({ name: broken.name, page: numbers.get(broken) ?? null, why: 'it cannot be unpacked' })
    }
  }
  return damageProblems(damaged)
}

function isDamage(error: unknown): boolean {
  return error instanceof FileProblemError && ['corrupt', 'page-corrupt'].includes(error.problem.reason)
}

/** Analysis reports encrypted and too large entries. */
function isLeftOut(entry: PackedEntry): boolean {
  return entry.encrypted || entry.size > FORMAT_LIMITS.entryBytes
}

function checkTotal(entries: readonly PackedEntry[]): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > FORMAT_LIMITS.totalBytes) refuse('parser', 'too-large', 'The archive is too large once unpacked.')
}
