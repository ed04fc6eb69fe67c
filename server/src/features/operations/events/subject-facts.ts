import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import type { OutboxRow } from '../../../platform/outbox-pump'
import { type FactsOf, isPartial, lookUpFacts } from '../../people/access'

/** Facts of rows for partial viewers; null without such listeners. */
export function factsFor(
  reader: Reader,
  lines: readonly { readonly viewer: Viewer }[],
  rows: readonly OutboxRow[],
): Promise<FactsOf> | null {
  if (rows.length === 0 || !lines.some(line => isPartial(line.viewer))) return null
  return lookUpFacts(
    reader,
    rows.flatMap(row => row.happened),
  )
}
