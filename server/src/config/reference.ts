import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentName, initialText, SETTING_KEYS, settingOf } from './settings'

/** The documentation page whose table is generated from the settings. */
export const REFERENCE_PAGE = join(import.meta.dir, '../../../docs/configuration.md')

const BEGIN = '<!-- settings: written by `bun server/src/config/reference.ts` -->'
const END = '<!-- end of settings -->'

const IN_APP = { never: 'no', 'at-once': 'at once', 'after-restart': 'after a restart' } as const

/** All settings as a Markdown table. */
export function settingsTable(): string {
  const rows = SETTING_KEYS.map(key => {
    const { allowed, about, changes } = settingOf(key)
    const cells = [
      `\`${key}\``,
      `\`${environmentName(key)}\``,
      initialText(key),
      allowed,
      IN_APP[changes ?? 'never'],
      about,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| In the file | In the environment | Default | Allowed | Change in the app | What it does |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The page with its table generated from the code. */
export function withSettingsTable(page: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`The page lacks the lines "${BEGIN}" and "${END}"`)
  return `${page.slice(0, begin)}${BEGIN}\n${settingsTable()}\n${page.slice(end)}`
}

if (import.meta.main) writeFileSync(REFERENCE_PAGE, withSettingsTable(readFileSync(REFERENCE_PAGE, 'utf8')))
