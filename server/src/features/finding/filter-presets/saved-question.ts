import type { SavedList } from '@octavo/contract/filter-preset'

/** The stored list of a preset. */
export type SavedQuestion = Omit<SavedList, 'libraryId'>

/** Converts a list from one version to the next. */
export type Upgrade = (question: SavedQuestion) => SavedQuestion

/** One for each change of conditions or sorts that older presets must follow, in order; none so far. */
const UPGRADES: readonly Upgrade[] = []

/** The current version. */
export const QUESTION_VERSION = UPGRADES.length + 1

/** Converts a stored list to the current version; `version` is the one it was stored with. */
export function upgraded(
  question: SavedQuestion,
  version: number,
  upgrades: readonly Upgrade[] = UPGRADES,
): SavedQuestion {
  return upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), question)
}

/** Sorts in the format of lists: the contract of presets also writes `title:asc`. */
export function readSort(sort: string | null): string | null {
  return sort?.replace(/\b([a-z_]+):(asc|desc)\b/gi, '$1,$2') ?? null
}
