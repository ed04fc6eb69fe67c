import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { placesOf } from './icu'

type Texts = Readonly<Record<string, string>>
const SOURCES = join(import.meta.dirname, '..', 'src')

/** Folders with an `en.json`, from `web/src`. */
export function catalogueFolders(): string[] {
  return globSync('**/en.json', { cwd: SOURCES }).map(dirname).sort()
}

/** The errors in the catalogues, one sentence each; every language is compared with English. Empty without errors. */
export function catalogueProblems(): string[] {
  const folders = catalogueFolders()
  const languages = new Set(folders.flatMap(languagesIn))
  return folders.flatMap(folder => {
    const english = read(folder, 'en')
    const types = typesPath(folder)
    const stale = !existsSync(types) || readFileSync(types, 'utf8') !== typesOf(folder)
    return [
      ...(stale ? [`${folder}/en.d.json.ts is not up to date: npm run messages`] : []),
      ...[...languages].flatMap(language =>
        problemsOf(english, language, read(folder, language)).map(problem => `${folder}/${language}.json: ${problem}`),
      ),
    ]
  })
}

/** The errors in the texts of one language. */
export function problemsOf(english: Texts, language: string, texts: Texts): string[] {
  const missing = Object.keys(english).filter(key => !(key in texts))
  const unknown = Object.keys(texts).filter(key => !(key in english))
  return [
    ...missing.map(key => `${key} is missing`),
    ...unknown.map(key => `${key} is no message of the English file`),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const said = faultOf(text, language, english[key])
      return said === null ? [] : [`${key} ${said}`]
    }),
  ]
}

function faultOf(text: string, language: string, english: string | undefined): string | null {
  if (text.trim() === '') return 'is empty'
  try {
    const places = placesOf(text, language)
    const wanted = english === undefined ? places : placesOf(english, 'en')
    const differs = places.join() !== wanted.join()
    return differs ? `has the places ${places.join(', ') || '(none)'} and not ${wanted.join(', ') || '(none)'}` : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The declaration of an English file: its message keys, and the parameters of each. */
export function typesOf(folder: string): string {
  const depth = folder.split('/').length
  const catalogue = folder === 'messages' ? './catalogue' : `${'../'.repeat(depth)}messages/catalogue`
  const all = Object.entries(read(folder, 'en')).map(([key, text]) => ({ key, places: placesOf(text, 'en') }))
  const plain = all.filter(({ places }) => places.length === 0).map(({ key }) => `'${key}'`)
  const filled = all
    .filter(({ places }) => places.length > 0)
    .map(({ key, places }) => `'${key}': Message<${places.map(place => `'${place}'`).join(' | ')}>`)
  return [
    '// Written by `npm run messages` from en.json.',
    `import type { Message } from '${catalogue}'`,
    '',
    `type Plain =\n${packed(plain, ' | ')}`,
    '',
    `declare const messages: { readonly [K in Plain]: Message } & {\n${packed(filled, '; ')}\n}`,
    'export default messages',
    '',
  ].join('\n')
}

export const typesPath = (folder: string): string => join(SOURCES, folder, 'en.d.json.ts')

/** Several per line, because files are limited to 350 lines. */
function packed(parts: readonly string[], between: string): string {
  const lines: string[] = []
  for (const part of parts) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + part.length < 150) lines[lines.length - 1] = `${line}${between}${part}`
    else lines.push(`  ${between === ' | ' ? '| ' : ''}${part}`)
  }
  return lines.join('\n') || '  never'
}

function languagesIn(folder: string): string[] {
  return globSync('*.json', { cwd: join(SOURCES, folder) }).map(name => basename(name, '.json'))
}

function read(folder: string, language: string): Texts {
  const path = join(SOURCES, folder, `${language}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {}
}
