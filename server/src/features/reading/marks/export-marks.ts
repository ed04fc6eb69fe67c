import type { Reader } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { myMarkView } from './mark.view'
import { markHeading, markText } from './mark-text.rules'
import { keysOfMarks, type MarkFilter, marksByKeys, type ShownMark } from './marks.queries'

/** Rows in memory at once. */
const AT_ONCE = 200
const UTF_8 = new TextEncoder()

/** The viewer's marks as a file, generated while it is sent. */
export async function* exportedMarks(
  reader: Reader,
  viewer: Viewer,
  filter: MarkFilter,
  format: 'markdown' | 'json',
  now: number,
): AsyncGenerator<Uint8Array, void> {
  const text = format === 'json' ? jsonParts : markdownParts
  for await (const part of text(rowsOf(reader, viewer, filter), now)) yield UTF_8.encode(part)
}

async function* rowsOf(reader: Reader, viewer: Viewer, filter: MarkFilter): AsyncGenerator<ShownMark[], void> {
  const keys = await keysOfMarks(reader, viewer, filter)
  for (let at = 0; at < keys.length; at += AT_ONCE) yield marksByKeys(reader, viewer, keys.slice(at, at + AT_ONCE))
}

async function* jsonParts(rows: AsyncIterable<ShownMark[]>, now: number): AsyncGenerator<string, void> {
  yield `{"exportedAt":${JSON.stringify(timestamp(now))},"marks":[`
  let comma = ''
  for await (const some of rows) {
    for (const row of some) {
      yield `${comma}\n${JSON.stringify(myMarkView(row))}`
      comma = ','
    }
  }
  yield '\n]}\n'
}

async function* markdownParts(rows: AsyncIterable<ShownMark[]>): AsyncGenerator<string, void> {
  let before: ShownMark | null = null
  for await (const some of rows) {
    for (const row of some) {
      yield markHeading(row, before) + markText(row)
      before = row
    }
  }
}
