/**
 * Keys of everything held from the server. The first part is the noun, so that one change can make all
 * lists of a noun stale: `['books']` covers every list and every single book.
 */
export const queryKeys = {
  me: ['me'] as const,
  setup: ['setup'] as const,
  info: ['info'] as const,
  libraries: ['libraries'] as const,
  library: (id: string) => ['libraries', id] as const,
  missingBooks: (id: string) => ['libraries', id, 'missing'] as const,
  missingPage: (id: string, page: number) => ['libraries', id, 'missing', page] as const,
  libraryWatch: (id: string) => ['libraries', id, 'watch'] as const,
  scanReports: (id: string, page: number) => ['libraries', id, 'scans', page] as const,
  scanReport: (id: string) => ['scan-report', id] as const,
  scans: ['scans'] as const,
  folder: (path: string | null) => ['folders', path] as const,
  preview: (paths: readonly string[], naming?: object) => ['preview', paths, naming ?? null] as const,
  namingPreview: (libraryId: string, naming: object) => ['naming-preview', libraryId, naming] as const,
  presets: ['presets'] as const,
  home: ['home'] as const,
  apiKeys: ['api-keys'] as const,

  books: ['books'] as const,
  book: (id: string) => ['books', 'one', id] as const,
  bookNeighbours: (id: string) => ['books', 'neighbours', id] as const,
  bookPages: (id: string) => ['books', 'pages', id] as const,
  bookProgress: (id: string) => ['books', 'progress', id] as const,
  bookRow: (row: string) => ['books', 'row', row] as const,
  bookList: (list: unknown) => ['books', 'list', list] as const,

  series: ['series'] as const,
  oneSeries: (id: string) => ['series', 'one', id] as const,
  booksOfSeries: (id: string) => ['books', 'of-series', id] as const,
  seriesRow: (row: string) => ['series', 'row', row] as const,
  seriesList: (list: unknown) => ['series', 'list', list] as const,

  search: (question: unknown) => ['search', question] as const,

  tasks: ['tasks'] as const,
  taskLists: ['tasks', 'list'] as const,
  taskList: (filter: unknown) => ['tasks', 'list', filter] as const,
  taskStats: ['tasks', 'stats'] as const,
  task: (id: string) => ['tasks', 'one', id] as const,
  taskLog: (id: string) => ['tasks', 'log', id] as const,
  taskControl: ['tasks', 'control'] as const,

  metrics: ['metrics'] as const,
  metricsNow: ['metrics', 'now'] as const,
  metricsHistory: (view: unknown) => ['metrics', 'history', view] as const,
  inventory: ['inventory'] as const,

  bookErrors: ['book-errors'] as const,
  bookErrorPage: (filter: unknown) => ['book-errors', filter] as const,
  audit: ['audit'] as const,
  auditPage: (filter: unknown) => ['audit', filter] as const,
  fileDeletion: (path: string) => ['file-deletion', path] as const,
  schedules: ['schedules'] as const,
  duplicates: ['duplicates'] as const,
  processes: ['processes'] as const,
  health: ['health'] as const,
}
