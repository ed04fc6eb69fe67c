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

test('both are on until a library says otherwise', () => {
  expect(scanningChoice(undefined)).toEqual({ watch: true, imageFolders: true })
  expect(scanningChoice({ scanningConfig })).toEqual({ watch: true, imageFolders: true })
  const off = { ...scanningConfig, watch: false, imageFolders: false }
  expect(scanningChoice({ scanningConfig: off })).toEqual({ watch: false, imageFolders: false })
})

test('what was not changed is not said', () => {
  expect(scanningChange(undefined, { watch: true, imageFolders: true })).toEqual({})
  expect(scanningChange({ scanningConfig }, { watch: true, imageFolders: true })).toEqual({})
})

test('a change carries all other settings along', () => {
  expect(scanningChange({ scanningConfig }, { watch: true, imageFolders: false })).toEqual({
    scanningConfig: { ...scanningConfig, imageFolders: false },
  })
  const off = { ...scanningConfig, watch: false, imageFolders: false }
  expect(scanningChange({ scanningConfig: off }, { watch: false, imageFolders: true })).toEqual({
    scanningConfig: { ...off, imageFolders: true },
  })
})

test('a new library gets settings when something is switched off', () => {
  expect(scanningChange(undefined, { watch: true, imageFolders: false })).toEqual({
    scanningConfig: { enabled: true, scanMode: 'normal', imageFolders: false },
  })
})
