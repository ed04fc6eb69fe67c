import type { Reader } from '../../../db'
import { archiveWriter } from '../../../formats/zip/deflated-archive'
import { timestamp } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import { VERSION } from '../../../kernel/version'
import type { AnyDataPart, Mentions } from '../../../platform/data-part'
import { csvLine, type ExportRun } from '../exports'
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from './archive.types'
import { bookIdentities, libraryIdentities, seriesIdentities } from './identities.queries'

const line = (value: object) => `${JSON.stringify(value)}\n`

/** Writes all data of a person: a file for each part, and the identities of the books and series in them. */
export async function writeArchive(
  reader: Reader,
  parts: readonly AnyDataPart[],
  run: ExportRun,
  now: number,
): Promise<number> {
  const archive = archiveWriter(run.file, now)
  const mentions: Mentions = { books: new Set(), series: new Set() }
  const counts: { name: string; file: string; rows: number }[] = []
  const total = parts.length + 2
  for (const [done, part] of parts.entries()) {
    counts.push({ name: part.name, file: `${part.name}.jsonl`, rows: await writePart(part, done) })
  }
  const { books, series } = mentions
  let rows = counts.reduce((sum, count) => sum + count.rows, 0)

  await archive.add('books.jsonl', bookLines())
  await run.step(total - 1, total)
  await archive.add('series.jsonl', seriesLines())
  await archive.add('libraries.jsonl', libraryLines())
  const manifest = { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, createdAt: timestamp(now), octavo: VERSION }
  await archive.add('manifest.json', only(`${JSON.stringify({ ...manifest, parts: counts }, null, 2)}\n`))
  await archive.end()
  run.names(series)
  return rows

  async function writePart(part: AnyDataPart, done: number): Promise<number> {
    let written = 0
    async function* lines() {
      for await (const some of part.rows(reader, await run.viewer(), mentions)) {
        written += some.length
        yield some.map(line).join('')
        await run.step(done, total)
      }
    }
    await archive.add(`${part.name}.jsonl`, lines())
    if (part.csv && written > 0) await archive.add(`${part.name}.csv`, csvOf(part, part.csv))
    if (part.files)
      for await (const { name, text } of part.files(reader, await run.viewer())) await archive.add(name, only(text))
    return written
  }

  async function* csvOf(part: AnyDataPart, columns: readonly string[]) {
    yield csvLine(columns)
    for await (const some of part.rows(reader, await run.viewer(), mentions)) {
      yield some
        .map(row => {
          const of = row as Readonly<Record<string, string | number | boolean | null>>
          return csvLine(columns.map(column => of[column] ?? null))
        })
        .join('')
    }
  }

  async function* bookLines() {
    for (const pks of chunksOf([...books])) {
      const some = await bookIdentities(reader, await run.viewer(), pks)
      for (const { seriesPk } of some) series.add(seriesPk)
      rows += some.length
      yield some.map(({ identity }) => line(identity)).join('')
      await run.step(total - 2, total)
    }
  }

  async function* seriesLines() {
    for (const pks of chunksOf([...series])) {
      const some = await seriesIdentities(reader, await run.viewer(), pks)
      rows += some.length
      yield some.map(({ identity }) => line(identity)).join('')
      await run.step(total - 1, total)
    }
  }

  async function* libraryLines() {
    yield (await libraryIdentities(reader, await run.viewer())).map(line).join('')
  }
}

async function* only(text: string) {
  yield text
}

function* chunksOf(pks: readonly number[]): Generator<readonly number[]> {
  for (let at = 0; at < pks.length; at += LIMITS.imports.chunk) yield pks.slice(at, at + LIMITS.imports.chunk)
}
