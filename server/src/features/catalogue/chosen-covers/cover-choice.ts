import type { CoverCrop } from '@octavo/contract/cover'
import type { Reader, Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { actOf, recordHistory } from '../edit-history'
import { coversOf } from './chosen-covers.store'
import { type CoverSubject, subjectNow } from './cover-subject.queries'

/** The selected cover of a subject, in its history. */
export interface CoverChoice {
  /** Null: the default one. */
  readonly id: string | null
  /** Source as in the contract, without book ids; `default`. */
  readonly source: string
  readonly crop: CoverCrop | null
}

/** Choosing a cover, or reverting a choice. */
export type ChoiceOrigin = 'edit' | 'revert'

const DEFAULT: CoverChoice = { id: null, source: 'default', crop: null }

export async function choiceOf(from: Reader | Tx, subject: CoverSubject): Promise<CoverChoice> {
  const row = (await coversOf(from, subject)).find(({ version }) => version === subject.version)
  if (!row) return DEFAULT
  const source = row.source.replace(/^book:[^:]+/, 'book')
  return { id: row.id, source, crop: row.crop === null ? null : (JSON.parse(row.crop) as CoverCrop) }
}

/** Records the cover changes of a person in the edit history; does nothing for an empty list. */
export async function recordCoverEdit(
  tx: Tx,
  viewer: Viewer,
  subject: CoverSubject,
  { before, origin, now }: { readonly before: CoverChoice; readonly origin: ChoiceOrigin; readonly now: number },
): Promise<void> {
  const { kind, pk } = subject
  if (kind === 'library' || kind === 'name') return
  const shown = await subjectNow(tx, subject)
  const after = await choiceOf(tx, shown)
  const isOther = !Bun.deepEquals(before, after)
  if (!isOther && shown.isLocked === subject.isLocked) return
  const changes = {
    fields: isOther ? [{ field: 'cover', before, after }] : [],
    locked: shown.isLocked && !subject.isLocked ? ['cover'] : [],
    unlocked: !shown.isLocked && subject.isLocked ? ['cover'] : [],
  }
  await recordHistory(tx, actOf(viewer, origin), kind, [{ pk, changes }], now)
}
