// Metadata of files: on the pages of a book and its series, with links; and the sources of a library.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const made = Bun.spawnSync(['python3', join(import.meta.dir, '../api/tagged-library/make.py'), folder])
      expect(made.stderr.toString()).toBe('')
    },
  })
})
afterAll(() => room?.close())

test('characters and story arcs of a book link to pages of their series', () =>
  room.visit('file-facts', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    const { id, seriesId } = await room.book('Chapter One')
    await page.goto(`/books/${id}`)
    const arc = page.getByRole('link', { name: 'Escape', exact: true })
    await arc.waitFor()
    for (const name of ['Alana', 'Marko', 'Landfall', 'Cleave', 'Tess']) {
      await page.getByRole('link', { name, exact: true }).waitFor()
    }
    await page.getByText('サーガ').waitFor()
    await arc.scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'file-facts-book')
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('link', { name: 'Volume One', exact: true }).click()
    await page.waitForURL(/\/browse\/story-arcs\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: /Saga/ }).first().waitFor()
  }))

test('the dialog of a book shows the values of each file, and which one is used', () =>
  room.visit('said-by-files', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    const { id } = await room.book('Part One; Part Two')
    await page.goto(`/books/${id}`)
    const age = page.getByText('Age rating', { exact: true }).locator('xpath=..').getByText('15+', { exact: true })
    await age.scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'age-rating-book')
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByText('Metadata in the files').click()
    await page.getByText('✓ MetronInfo: Part One; Part Two').waitFor()
    await page.getByText('ComicInfo: By ComicInfo', { exact: true }).waitFor()
    await page.getByText('✓ ComicInfo: Only here').scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'said-by-files')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  }))

for (const options of [DESKTOP, { ...PHONE, scheme: 'light' as const }]) {
  test(`a library orders and excludes metadata sources (${options.viewport})`, () =>
    room.visit(`sources-${options.viewport}`, options, async ({ page }) => {
      await page.goto('/settings/libraries')
      await page.getByRole('button', { name: /^Edit / }).click()
      await page.getByText('which files it comes from').click()
      await page.getByRole('button', { name: 'Reset order' }).click()
      await page.getByRole('button', { name: 'Move ComicInfo.xml up' }).click()
      await page.getByRole('switch', { name: 'PDF' }).click({ force: true })
      await page.getByRole('switch', { name: 'People' }).click({ force: true })
      const people = page.getByRole('list', { name: 'Source order: People' })
      await people.getByRole('button', { name: 'Move EPUB up' }).click()
      await people.scrollIntoViewIfNeeded()
      await settled(page)
      await saveScreenshot(page, `sources-of-groups-${options.viewport}-${options.scheme}`)
      const list = page.getByRole('list', { name: 'Source order', exact: true })
      await list.scrollIntoViewIfNeeded()
      await settled(page)
      await saveScreenshot(page, `sources-${options.viewport}-${options.scheme}`)
      expect(await axeFindings(page, '[role=dialog]')).toEqual([])
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const [library] = (await room.admin.get<Paginated<LibraryDto>>('/api/v1/libraries')).data
      expect(library?.metadataSources?.order?.slice(0, 5)).toEqual([
        'series_json',
        'opf_file',
        'comicinfo_file',
        'comicinfo',
        'metroninfo',
      ])
      expect(library?.metadataSources?.off).toEqual(['pdf', 'file_name'])
      expect(library?.metadataSources?.groups?.people?.slice(0, 5)).toEqual([
        'opf_file',
        'comicinfo_file',
        'comicinfo',
        'opf',
        'metroninfo',
      ])
    }))
}
