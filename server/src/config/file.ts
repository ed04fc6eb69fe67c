import { readFileSync, statSync } from 'node:fs'
import type { Document, Node, YAMLMap } from 'yaml'
import { nearest } from './nearest'
import { isSettingKey, SETTING_KEYS, type SettingKey } from './settings'
import { yaml } from './yaml'

export interface FileValue {
  readonly value: unknown
  /** `octavo.yaml, line 3` */
  readonly place: string
}

export interface ConfigFile {
  readonly values: ReadonlyMap<SettingKey, FileValue>
  readonly problems: readonly string[]
}

const LARGEST_FILE = 1024 * 1024

/** Reads a YAML configuration file. `problems` lists everything wrong with it, with lines. */
export function readConfigFile(path: string): ConfigFile {
  const source = readText(path)
  if ('problem' in source) return { values: new Map(), problems: [source.problem] }
  const { isAlias, isMap, isScalar, LineCounter, parseDocument } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(source.text, { lineCounter: lines, prettyErrors: false })
  const placeOf = (offset: number | undefined) =>
    offset === undefined ? path : `${path}, line ${lines.linePos(offset).line}`
  const [broken] = document.errors
  if (broken) {
    return { values: new Map(), problems: [`${placeOf(broken.pos[0])}: this is not valid YAML (${broken.message})`] }
  }
  const values = new Map<SettingKey, FileValue>()
  const problems: string[] = []

  function walk(map: YAMLMap, prefix: string): void {
    for (const { key, value } of map.items) {
      const name = prefix + (isScalar(key) ? String(key.value) : String(key))
      const place = placeOf((key as Node | null)?.range?.[0])
      const node = isAlias(value) ? value.resolve(document) : (value as Node | null)
      if (isSettingKey(name)) {
        const plain = plainValue(node, document)
        if (values.has(name)) problems.push(`${place}: "${name}" is set a second time`)
        if (plain !== null && plain !== '') values.set(name, { value: plain, place })
      } else if (isMap(node)) {
        walk(node, `${name}.`)
      } else {
        problems.push(`${place}: ${unknownKey(name, node)}`)
      }
    }
  }

  const { contents } = document
  if (isMap(contents)) walk(contents, '')
  else if (contents !== null) {
    problems.push(`${path}: the file must hold settings, one a line, such as "port: 8080"`)
  }
  return { values, problems }
}

/** Aliases can expand until memory runs out; the library throws then. No setting accepts such a value. */
function plainValue(node: Node | null | undefined, document: Document): unknown {
  try {
    return node?.toJS(document) ?? null
  } catch {
    return {}
  }
}

function unknownKey(name: string, node: Node | null | undefined): string {
  const group = SETTING_KEYS.filter(key => key.startsWith(`${name}.`))
  if (group.length > 0) {
    const empty = !node || (yaml().isScalar(node) && node.value === null)
    const inside = group.map(key => key.slice(name.length + 1)).join(', ')
    return `"${name}" ${empty ? 'is empty' : 'is no value'}: it holds the settings ${inside}, each on an indented line`
  }
  const meant = nearest(name, SETTING_KEYS)
  return `"${name}" is no setting. ${meant ? `Did you mean "${meant}"?` : '`octavo config init` writes a file with all of them.'}`
}

function readText(path: string): { text: string } | { problem: string } {
  try {
    const facts = statSync(path)
    if (!facts.isFile()) return { problem: `${path} is not a file, so it cannot be the configuration` }
    if (facts.size > LARGEST_FILE)
      return { problem: `${path} is larger than 1 MB, so it cannot be a configuration file` }
    return { text: readFileSync(path, 'utf8') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return { problem: `The configuration file ${path} does not exist. \`octavo config init\` writes one.` }
    }
    return { problem: `The configuration file ${path} cannot be read (${code ?? error}). Check its permissions.` }
  }
}
