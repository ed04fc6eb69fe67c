import { z } from 'zod'
import type { Reader } from '../../../db'
import { attachment } from '../../../http/attachment'
import { rangedAnswer } from '../../../http/ranged-answer'
import { notFound, refused } from '../../../kernel/app-error'
import { seesFolders, type Viewer } from '../../../kernel/viewer'
import type { ArtefactStore } from '../../../platform/artefact-store'
import { seesAll } from './exports.queries'
import type { ExportRow } from './exports.store'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  zip: 'application/zip',
}

/** The keys of the exported series, stored next to the file. */
const About = z.object({ hasFolders: z.boolean(), series: z.array(z.number()) })

/** The artefacts of an export: the file, and the keys of its series. */
export function filesOf(key: string): readonly string[] {
  return [key, `${key}.about`]
}

/**
 * The file of an export, whole or a range.
 * @throws Conflict if it is not finished, or contains series that are now hidden from the viewer; NotFound if the file
 * is gone
 */
export async function downloadExport(
  { reader, store }: { readonly reader: Reader; readonly store: ArtefactStore },
  { viewer, request }: { readonly viewer: Viewer; readonly request: Request },
  row: ExportRow,
  name: string,
): Promise<Response> {
  if (row.file === null)
    throw refused('Conflict', 'export_unfinished', `This export is not finished: it is ${row.state}`)
  const [main = '', manifest = ''] = filesOf(row.file)
  const [file, about] = await Promise.all([store.open(main), store.open(manifest)])
  if (!file || !about) throw notFound('File of the export')
  const { hasFolders, series } = About.parse(await about.json())
  if ((hasFolders && !seesFolders(viewer)) || !(await seesAll(reader, viewer, series))) {
    const message = 'Your access has changed since this export was made. Create it again.'
    throw refused('Conflict', 'export_outdated', message)
  }
  const headers = {
    ETag: `"${row.id}"`,
    'Content-Type': MEDIA_TYPES[row.format] ?? 'application/octet-stream',
    'Content-Disposition': attachment(`${name}.${row.format}`),
  }
  return rangedAnswer(request, headers, () => ({ size: row.bytes ?? file.size, body: file }))
}
