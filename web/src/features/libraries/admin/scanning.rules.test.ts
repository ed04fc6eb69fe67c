import { expect, test } from 'bun:test'
import { scanningChange, scanningChoice } from './scanning.rules'

const scanningConfig = {
  enabled: true,
  scanMode: 'deep',
  scanOnStart: true,
  cronSchedule: '0 3 * * *',
  cronTimezone: 'Europe/Berlin',
  purgeDeletedOnScan: true,
  purgeMissingAfterDays: 30,
}

test('both are on, and nothing is written, until a library says otherwise', () => {
  expect(scanningChoice(undefined)).toEqual({ watch: true, imageFolders: true, writeBack: 'off' })
  expect(scanningChoice({ scanningConfig })).toEqual({ watch: true, imageFolders: true, writeBack: 'off' })
  const off = { ...scanningConfig, watch: false, imageFolders: false }
  expect(scanningChoice({ scanningConfig: off })).toEqual({ watch: false, imageFolders: false, writeBack: 'off' })
})

test('unchanged settings are not mentioned', () => {
  expect(scanningChange(undefined, { watch: true, imageFolders: true, writeBack: 'off' })).toEqual({})
  expect(scanningChange({ scanningConfig }, { watch: true, imageFolders: true, writeBack: 'off' })).toEqual({})
})

test('a change carries all other settings along', () => {
  expect(scanningChange({ scanningConfig }, { watch: true, imageFolders: false, writeBack: 'off' })).toEqual({
    scanningConfig: { ...scanningConfig, imageFolders: false },
  })
  const off = { ...scanningConfig, watch: false, imageFolders: false }
  expect(scanningChange({ scanningConfig: off }, { watch: false, imageFolders: true, writeBack: 'off' })).toEqual({
    scanningConfig: { ...off, imageFolders: true },
  })
})

test('where metadata is written is a setting of its own', () => {
  const file = { ...scanningConfig, writeBack: 'file' as const }
  expect(scanningChoice({ scanningConfig: file }).writeBack).toBe('file')
  const choice = { watch: true, imageFolders: true, writeBack: 'sidecar' as const }
  expect(scanningChange({ scanningConfig: file }, choice).scanningConfig).toEqual({ ...file, writeBack: 'sidecar' })
})

test('a new library gets settings when something is switched off', () => {
  expect(scanningChange(undefined, { watch: true, imageFolders: false, writeBack: 'off' })).toEqual({
    scanningConfig: { enabled: true, scanMode: 'normal', imageFolders: false },
  })
})
