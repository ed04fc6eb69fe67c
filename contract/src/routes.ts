import * as accessGroup from './access-group'
import * as alternateTitle from './alternate-title'
import * as analysis from './analysis'
import * as apiKey from './api-key'
import * as audit from './audit'
import * as auth from './auth'
import * as avatar from './avatar'
import * as backup from './backup'
import * as book from './book'
import * as bookError from './book-error'
import * as bookMetadata from './book-metadata'
import * as bulkEdit from './bulk-edit'
import * as bulkFileDeletion from './bulk-file-deletion'
import * as bulkProgress from './bulk-progress'
import * as bulkWork from './bulk-work'
import * as childProfile from './child-profile'
import * as cleanUp from './clean-up'
import * as collection from './collection'
import * as cover from './cover'
import * as curatedList from './curated-list'
import * as dataTransfer from './data-transfer'
import * as download from './download'
import * as duplicate from './duplicate'
import * as duplicateBooks from './duplicate-books'
import * as effectiveAccess from './effective-access'
import * as event from './event'
import * as external from './external'
import * as externalIndex from './external-index'
import * as facet from './facet'
import * as facetChange from './facet-change'
import * as facetCover from './facet-cover'
import * as fileDeletion from './file-deletion'
import * as fileSources from './file-sources'
import * as filesystem from './filesystem'
import * as filterPreset from './filter-preset'
import * as fullBook from './full-book'
import * as fullSeries from './full-series'
import * as genres from './genres'
import * as health from './health'
import * as home from './home'
import * as identity from './identity'
import * as identityProvider from './identity-provider'
import * as info from './info'
import * as komgaAccount from './komga-account'
import * as komgaAdministration from './komga-administration'
import * as komgaCatalogue from './komga-catalogue'
import * as komgaCredentials from './komga-credentials'
import * as komgaLists from './komga-lists'
import * as komgaMetadata from './komga-metadata'
import * as komgaPublication from './komga-publication'
import * as komgaReadLists from './komga-read-lists'
import * as komgaReading from './komga-reading'
import * as koreader from './koreader'
import * as library from './library'
import * as libraryCover from './library-cover'
import * as libraryJob from './library-job'
import * as libraryShelf from './library-shelf'
import * as listValue from './list-value'
import * as mark from './mark'
import * as metadataHistory from './metadata-history'
import * as metric from './metric'
import * as missingBook from './missing-book'
import * as naming from './naming'
import * as observability from './observability'
import * as oidc from './oidc'
import * as opds from './opds'
import * as opdsReference from './opds-reference'
import * as opds2 from './opds2'
import * as page from './page'
import * as passkey from './passkey'
import * as password from './password'
import * as pdfCache from './pdf-cache'
import * as preference from './preference'
import * as process from './process'
import * as progress from './progress'
import * as publication from './publication'
import * as rating from './rating'
import * as readHistory from './read-history'
import * as readList from './read-list'
import * as readListFile from './read-list-file'
import * as readerProfile from './reader-profile'
import * as readingSession from './reading-session'
import * as readingStats from './reading-stats'
import * as recommendation from './recommendation'
import * as registration from './registration'
import * as regrouping from './regrouping'
import type { Route } from './route'
import * as scan from './scan'
import * as schedule from './schedule'
import * as search from './search'
import * as secondFactor from './second-factor'
import * as seeAs from './see-as'
import * as series from './series'
import * as seriesCover from './series-cover'
import * as seriesExport from './series-export'
import * as seriesMetadata from './series-metadata'
import * as seriesTitle from './series-title'
import * as session from './session'
import * as setting from './setting'
import * as setup from './setup'
import * as sharingTag from './sharing-tag'
import * as storage from './storage'
import * as tags from './tags'
import * as task from './task'
import * as templateContext from './template-context'
import * as thumbnail from './thumbnail'
import * as update from './update'
import * as user from './user'
import * as wantToRead from './want-to-read'
import * as watch from './watch'
import * as writeBack from './write-back'

/** The modules that declare routes, in document order. */
const NOUNS = [
  info,
  health,
  process,
  setup,
  setting,
  auth,
  registration,
  password,
  seeAs,
  session,
  secondFactor,
  passkey,
  oidc,
  identity,
  identityProvider,
  user,
  accessGroup,
  effectiveAccess,
  sharingTag,
  preference,
  apiKey,
  library,
  naming,
  missingBook,
  scan,
  wantToRead,
  watch,
  filesystem,
  search,
  series,
  seriesMetadata,
  seriesTitle,
  alternateTitle,
  book,
  fullSeries,
  fullBook,
  libraryShelf,
  listValue,
  bookMetadata,
  fileSources,
  metadataHistory,
  genres,
  tags,
  facet,
  facetChange,
  facetCover,
  bookError,
  fileDeletion,
  bulkFileDeletion,
  writeBack,
  bulkWork,
  bulkEdit,
  download,
  analysis,
  thumbnail,
  cover,
  seriesCover,
  libraryCover,
  page,
  external,
  externalIndex,
  templateContext,
  rating,
  readHistory,
  readingSession,
  mark,
  readerProfile,
  readingStats,
  recommendation,
  bulkProgress,
  progress,
  publication,
  task,
  event,
  metric,
  libraryJob,
  schedule,
  duplicate,
  duplicateBooks,
  regrouping,
  backup,
  avatar,
  childProfile,
  cleanUp,
  observability,
  update,
  pdfCache,
  storage,
  audit,
  filterPreset,
  seriesExport,
  dataTransfer,
  curatedList,
  collection,
  readList,
  readListFile,
  home,
  opds,
  koreader,
  opdsReference,
  opds2,
  komgaAccount,
  komgaAdministration,
  komgaCatalogue,
  komgaCredentials,
  komgaLists,
  komgaMetadata,
  komgaPublication,
  komgaReadLists,
  komgaReading,
] as const
export type Nouns = (typeof NOUNS)[number]

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'access' in value && 'payload' in value
}

/** Every operation of the contract. */
export const ROUTES: readonly Route[] = NOUNS.flatMap(noun => Object.values<unknown>(noun).filter(isRoute))
