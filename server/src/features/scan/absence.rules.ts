import { LIMITS } from '../../kernel/limits'

/**
 * Why nothing may be taken for gone; null when the books that are missing are. Absence needs proof: a folder without
 * any book is a disk that is not mounted until shown otherwise, and so is a large share of the books gone at once.
 */
export function absenceDoubt(found: {
  readonly root: string
  /** Live books before the scan. */
  readonly known: number
  /** Book files in the walk. */
  readonly files: number
  readonly gone: number
  /** A person has said that the loss is meant. */
  readonly confirmed: boolean
}): string | null {
  const { root, known, files, gone, confirmed } = found
  if (known > 0 && files === 0) {
    return (
      `There is no book in ${root}, though the library has ${known}: see whether its disk is mounted. ` +
      'Nothing was removed. If the folder is empty on purpose, delete the library.'
    )
  }
  // One book is what a person deletes by hand, however small the library.
  if (!confirmed && gone > 1 && gone > known * LIMITS.scan.vanishedShare) {
    return (
      `${gone} of ${known} books are gone at once: see whether the disk of ${root} is complete. ` +
      'Nothing was removed. If they are gone on purpose, confirm it with a deep scan.'
    )
  }
  return null
}
