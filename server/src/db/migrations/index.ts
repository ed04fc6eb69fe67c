import { catalogue } from './0001-catalogue'
import { engine } from './0002-engine'
import { scanning } from './0003-scanning'
import { audit } from './0004-audit'
import { lists } from './0005-lists'
import { listIndexes } from './0006-list-indexes'
import { filterPresets } from './0007-filter-presets'
import { metadataEditing } from './0008-metadata-editing'
import { people } from './0009-people'
import { signingIn } from './0010-signing-in'
import { settings } from './0011-settings'
import { search } from './0012-search'
import { passkeys } from './0013-passkeys'
import { seriesWords } from './0014-series-words'
import { oidc } from './0015-oidc'
import { versions } from './0016-versions'
import { auditSubjects } from './0017-audit-subjects'
import { besideStamps } from './0018-beside-stamps'
import { unbegunTasks } from './0019-unbegun-tasks'
import { unsummedBooks } from './0020-unsummed-books'
import { wordsBeyondSeries } from './0021-words-beyond-series'
import { placeHistory } from './0022-place-history'
import { longPaths } from './0023-long-paths'
import { fileFacts } from './0024-file-facts'
import { editHistory } from './0025-edit-history'
import { names } from './0026-names'
import { covers } from './0027-covers'
import { external } from './0028-external'
import { coverColours } from './0029-cover-colours'
import { bulkProgress } from './0030-bulk-progress'
import { namePictures } from './0031-name-pictures'
import { vividColours } from './0032-vivid-colours'
import { averageRatings } from './0033-average-ratings'
import { curatedLists } from './0034-curated-lists'
import { readingHistory } from './0035-reading-history'
import { nameChanges } from './0036-name-changes'
import { wantToRead } from './0037-want-to-read'
import { marks } from './0038-marks'
import { readingTimes } from './0039-reading-times'
import { dismissedRecommendations } from './0040-dismissed-recommendations'
import { regroupings } from './0041-regroupings'
import { userExports } from './0042-exports'
import { dataImports } from './0043-data-imports'
import { koreader } from './0044-koreader'
import { filledEntries } from './0045-filled-entries'
import { likelyDuplicates } from './0046-likely-duplicates'
import { storageSamples } from './0047-storage-samples'
import { taskTraces } from './0048-task-traces'
import { readingBlocks } from './0049-reading-blocks'
import { childProfiles } from './0050-child-profiles'
import { childLimits } from './0051-child-limits'
import { avatars } from './0052-avatars'
import { childLibraries } from './0053-child-libraries'
import { booksByKey } from './0054-books-by-key'
import { editions } from './0055-editions'
import { refusedBooks } from './0056-refused-books'
import { searchLetters } from './0057-search-letters'
import { undecidedEntries } from './0058-undecided-entries'
import { declinedEntries } from './0059-declined-entries'
import { taskErrorFacts } from './0060-task-error-facts'
import type { Migration } from './migration'

export const MIGRATIONS: readonly Migration[] = [
  catalogue,
  engine,
  scanning,
  audit,
  lists,
  listIndexes,
  filterPresets,
  metadataEditing,
  people,
  signingIn,
  settings,
  search,
  passkeys,
  seriesWords,
  oidc,
  versions,
  auditSubjects,
  besideStamps,
  unbegunTasks,
  unsummedBooks,
  wordsBeyondSeries,
  placeHistory,
  longPaths,
  fileFacts,
  editHistory,
  names,
  covers,
  external,
  coverColours,
  bulkProgress,
  namePictures,
  vividColours,
  averageRatings,
  curatedLists,
  readingHistory,
  nameChanges,
  wantToRead,
  marks,
  readingTimes,
  dismissedRecommendations,
  regroupings,
  userExports,
  dataImports,
  koreader,
  filledEntries,
  likelyDuplicates,
  storageSamples,
  taskTraces,
  readingBlocks,
  childProfiles,
  childLimits,
  avatars,
  childLibraries,
  booksByKey,
  editions,
  refusedBooks,
  searchLetters,
  undecidedEntries,
  declinedEntries,
  taskErrorFacts,
]
