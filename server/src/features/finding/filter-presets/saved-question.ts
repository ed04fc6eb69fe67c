import type { SavedList } from '@octavo/contract/filter-preset'

/** What a preset stores of its list. */
export type SavedQuestion = Omit<SavedList, 'libraryId'>

/** Writes a question of one version in the words of the next. */
export type Upgrade = (question: SavedQuestion) => SavedQuestion

/** One for each change of conditions or sorts that older presets have to follow, in order; none so far. */
const UPGRADES: readonly Upgrade[] = []

/** The version that is written now. */
export const QUESTION_VERSION = UPGRADES.length + 1

/** A stored question in the current version; `version` is the one that it was written in. */
export function upgraded(
  question: SavedQuestion,
  version: number,
  upgrades: readonly Upgrade[] = UPGRADES,
): SavedQuestion {
  return upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), question)
}

/** Sorts as lists take them: the contract of presets also writes `title:asc`. */
export function readSort(sort: string | null): string | null {
  return sort?.replace(/\b([a-z_]+):(asc|desc)\b/gi, '$1,$2') ?? null
}
