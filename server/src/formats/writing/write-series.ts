import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { namesInFolder } from '../sidecar/sidecar-files'
import { refuseTaken, writeDocumentDraft } from './drafts'
import { refuseWriting } from './refuse-writing'
import { planSeriesJson, type SeriesDocumentPlan, type WantedSeries } from './series-json-text'
import { requireWritable } from './writable-folder'

export interface SeriesWriteRequest extends WantedSeries {
  /** The folder of the series. */
  readonly folder: string
  /** The draft to write in that folder; must not exist; null only plans. */
  readonly draft: string | null
}

export interface SeriesWritePlan extends Omit<SeriesDocumentPlan, 'bytes'> {
  /** The series.json, existing or new; null if nothing changes. */
  readonly target: string | null
  readonly name: string
}

/**
 * Plans the new series.json of a folder, and writes it to the draft. Throws FileProblemError with the reason for a
 * refusal.
 */
export async function writeSeries({ folder, draft, ...wanted }: SeriesWriteRequest): Promise<SeriesWritePlan> {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) refuseWriting('missing')
  if (!stat?.isDirectory()) refuseWriting('link')
  requireWritable(folder)
  const found = namesInFolder(folder)?.series ?? null
  const target = join(folder, found ?? 'series.json')
  const known =
    found === null
      ? null
      : await withSource(target, async source => {
          if (source.size > FORMAT_LIMITS.xmlBytes) refuseWriting('document-too-large')
          return source.read(0, source.size)
        })
  const { bytes, changes, skipped } = planSeriesJson(known, wanted)
  if (found === null && bytes !== null) refuseTaken(target)
  if (draft !== null && bytes !== null) await writeDocumentDraft(draft, bytes)
  return { changes, skipped, name: basename(target), target: bytes === null ? null : target }
}
