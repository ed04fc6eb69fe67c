// Which layer may import which; docs/architecture.md explains the layers.
/** What a test file imports is its own affair: a feature's test may ask another feature what its own code must not. */
const UNIT_TEST = '\\.test\\.tsx?$'
const TEST = '(^tests/|/testing[a-z-]*\\.ts$)'
const FEATURE = '^server/src/features/([^/]+/[^/]+)/'
const PROTOCOL = '^server/src/protocols/([^/]+)/'
/** Lists of words, and rules about words, without a schema. */
const PLAIN_WORDS =
  '^contract/src/(formats|access|fields|book-fields|series-fields|found-fields|list-fields|metadata-words|place|source-names|refusals|password-length|deletion-count|download-count|drawn-cover|fold|initials|external-sources|external-source-table|cover-limits|mark-limits|typing-errors|user-header|vivid-colour|drawing-cost|drawing-references|data-drawing|costly-css|css-tokens)\\.ts$'
const PARSERS =
  '^node_modules/(sharp|@img|@hyzyla/pdfium|node-unrar-js|7z-wasm|@jsquash/jxl|libheif-js|bmp-ts|@napi-rs)(/|$)'

/** The floors of the server from the ground up; folders on one line stand side by side and do not know each other. */
const FLOORS = [
  ['kernel'],
  ['config'],
  ['db', 'formats'],
  ['naming'],
  ['workers'],
  ['platform', 'http'],
  ['features'],
  ['protocols'],
  ['app'],
  ['cli'],
]

/** The groups of features from the ground up: one knows its own and those below it; against the rank it speaks by event. */
const GROUPS = ['people', 'lists', 'catalogue', 'reading', 'finding', 'ingest', 'operations']

const folders = names => `^server/src/(${names.join('|')})(/|\\.ts$)`

/** A floor knows nothing above it, and not its neighbours on the same floor. */
const floorRules = FLOORS.flatMap((floor, index) =>
  floor.map(name => ({
    name: `${name}-knows-only-what-is-below`,
    severity: 'error',
    from: { path: folders([name]), pathNot: TEST },
    to: { path: folders([...FLOORS.slice(index + 1).flat(), ...floor.filter(other => other !== name), 'main']) },
  })),
)

const groupRules = GROUPS.slice(0, -1).map((group, index) => ({
  name: `${group}-knows-only-groups-below`,
  severity: 'error',
  from: { path: `^server/src/features/${group}/`, pathNot: TEST },
  to: { path: `^server/src/features/(${GROUPS.slice(index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A type that two files share is in a file of its own',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nobody-imports-test-files',
      comment: 'So no cycle passes through one',
      severity: 'error',
      from: {},
      to: { path: UNIT_TEST },
    },
    {
      name: 'features-stand-in-ranks',
      comment: 'No cycle of features, not even of types: against the rank a feature speaks by event',
      scope: 'folder',
      severity: 'error',
      from: { path: '^server/src/features/[^/]+/[^/]+$' },
      to: { circular: true, path: '^server/src/features/[^/]+/[^/]+$' },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^bun(:|$)' },
    },
    ...floorRules,
    ...groupRules,
    {
      name: 'feature-front-door',
      comment: 'A feature enters another only through its index.ts',
      severity: 'error',
      from: { path: FEATURE },
      to: { path: FEATURE, pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/[^/]+/index\\.ts$'] },
    },
    {
      name: 'outsiders-use-front-door',
      comment: 'So does everyone else',
      severity: 'error',
      from: { pathNot: '^server/src/features/' },
      to: { path: FEATURE, pathNot: '^server/src/features/[^/]+/[^/]+/index\\.ts$' },
    },
    {
      name: 'protocols-are-islands',
      comment: 'They share the read model, which knows none of them',
      severity: 'error',
      from: { path: PROTOCOL },
      to: { path: PROTOCOL, pathNot: '^server/src/protocols/($1/|read-model/index\\.ts$)' },
    },
    {
      name: 'protocols-no-sql',
      comment: 'A protocol translates: it owns no table and asks features; it may name the Reader that it hands on',
      severity: 'error',
      from: { path: PROTOCOL, pathNot: TEST },
      to: { path: ['^server/src/db/', '^node_modules/kysely/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'dialect-stays-home',
      severity: 'error',
      from: { pathNot: '^server/src/db/' },
      to: { path: '^server/src/db/dialect/' },
    },
    {
      name: 'drivers-stay-home',
      comment: 'What speaks to a database directly lives in db',
      severity: 'error',
      from: { pathNot: ['^server/src/db/', '^tests/', '^bench/'] },
      to: { path: ['^bun:sqlite$', '^node_modules/pg/'] },
    },
    {
      name: 'sql-below-routes',
      comment: 'SQL lives in stores and queries, below features',
      severity: 'error',
      from: { path: '^server/src/(http|kernel|config|formats|workers)/' },
      to: { path: '^node_modules/kysely/' },
    },
    {
      name: 'parsers-only-in-their-homes',
      comment: 'Native and WebAssembly parsers of untrusted bytes: only formats and workers may import them',
      severity: 'error',
      from: { pathNot: ['^server/src/(formats|workers)/', '^tests/', '^bench/', TEST] },
      to: { path: PARSERS },
    },
    {
      name: 'parsers-never-in-the-serving-process',
      comment: 'They run in parser processes alone: 28 MB, and a crash there costs one book',
      severity: 'error',
      from: { path: '^server/src/(app|features/[^/]+/[^/]+/index)\\.ts$' },
      to: { path: PARSERS, reachable: true },
    },
    {
      name: 'processes-only-in-workers',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/workers/', TEST] },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'contract-is-the-floor',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|tests|bench)/' },
    },
    {
      name: 'web-knows-contract-only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|tests|bench)/' },
    },
    {
      name: 'web-takes-types-of-the-contract',
      comment: 'A schema would bring zod into the browser; plain words do not',
      severity: 'error',
      from: { path: '^web/src/', pathNot: TEST },
      to: { path: '^contract/', pathNot: PLAIN_WORDS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-schemas-are-made-when-used',
      comment: 'Zod makes a schema at once; contract/src/zod.ts makes it at its first use',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: ['^contract/src/zod\\.ts$', UNIT_TEST] },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'plain-words-stay-plain',
      comment: 'These modules of the contract reach the browser',
      severity: 'error',
      from: { path: PLAIN_WORDS },
      to: { pathNot: [PLAIN_WORDS, '^node_modules/fastest-levenshtein/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      from: { pathNot: [TEST] },
      to: { path: TEST },
    },
    {
      name: 'no-development-packages-in-what-runs',
      severity: 'error',
      from: { path: '^(contract|server|web)/src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      from: { path: '^(contract|server|web)/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    // The kit's gated app is put together of everything, as the composition root is: what else is in the kit is not.
    // What writes down the SQL of lists looks behind the front doors of the features that make it.
    // tests/architecture/layout.test.ts checks that no cycle passes through these two.
    doNotFollow: { path: ['node_modules', UNIT_TEST, '^tests/kit/gated-app\\.ts$', '^tests/api/list-sql\\.ts$'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
