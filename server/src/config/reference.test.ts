import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from './load'
import { REFERENCE_PAGE, withSettingsTable } from './reference'
import { environmentName, SETTING_KEYS, settingOf } from './settings'
import { starterFile } from './starter'

test('docs/configuration.md holds the settings of the code', () => {
  const page = readFileSync(REFERENCE_PAGE, 'utf8')
  expect(page).toBe(withSettingsTable(page))
})

test('the names that were promised are there', () => {
  const promised = [
    ...['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'LOG_LEVEL', 'RATE_LIMIT_ENABLED', 'API_DOCS_ENABLED'],
    ...['KOMGA_ENABLED', 'KOMGA_PREFIX', 'KOREADER_ENABLED'],
  ]
  expect(SETTING_KEYS.map(environmentName)).toEqual(expect.arrayContaining(promised.map(name => `OCTAVO_${name}`)))
  expect(new Set(SETTING_KEYS.map(environmentName)).size).toBe(SETTING_KEYS.length)
})

test('every default is a value that would be accepted', () => {
  for (const key of SETTING_KEYS) {
    const { initial, schema } = settingOf(key)
    if (initial === null) continue
    expect(schema.safeParse(typeof initial === 'function' ? initial() : initial).success).toBe(true)
  }
})

test('the starter file sets nothing, and uncommented it sets the defaults', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-starter-'))
  const file = join(folder, 'octavo.yaml')
  const sources = { environment: { HOME: folder }, file, cwd: folder }
  try {
    writeFileSync(file, starterFile())
    const untouched = loadConfig(sources)
    expect(new Set(Object.values(untouched.origins))).toEqual(new Set(['default']))
    writeFileSync(file, starterFile().replace(/^#(?=[a-z_.]+:)/gm, ''))
    const { config, origins } = loadConfig(sources)
    expect(config).toEqual(untouched.config)
    expect(Object.values(origins).filter(origin => origin === 'file').length).toBeGreaterThan(10)
    for (const key of SETTING_KEYS) expect(starterFile()).toContain(`#${key}:`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
