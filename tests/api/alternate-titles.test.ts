// Alternative titles of series: created, changed, deleted, searched; permissions, bad input, events.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { AlternateTitleListResponse } from '@octavo/contract/alternate-title'
import { ErrorResponse } from '@octavo/contract/errors'
import type { MetadataEditDto } from '@octavo/contract/metadata-history'
import type { SearchResultDto } from '@octavo/contract/search'
import type { SeriesDto } from '@octavo/contract/series'
import { AlternateTitleDto } from '@octavo/contract/series-side'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { firstScans, JSON_HEADERS, seriesNamed } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const NOBODY = '00000000-0000-4000-8000-000000000000'

for (const database of DATABASES) {
  describe(`other titles of series on ${database}`, () => {
    const folder = temporaryFolder('alternate-titles')
    let octavo: Inhabited
    let admin: Client
    let id: string
    const at = (seriesId = id, titleId?: string) =>
      `/api/v1/series/${seriesId}/alternate-titles${titleId ? `/${titleId}` : ''}`
    const send = (who: Client, method: string, path: string, body?: object) =>
      who.fetch(path, { method, headers: JSON_HEADERS, ...(body && { body: JSON.stringify(body) }) })
    const titles = async () => AlternateTitleListResponse.parse(await admin.get(at())).titles
    const found = async (query: string) =>
      (await admin.post<SeriesDto[]>('/api/v1/series/search', { query })).map(series => series.title)

    beforeAll(async () => {
      writeLibrary(folder.path, {
        'Attack on Titan/Attack on Titan 01.cbz': await comic({ pages: 1 }),
        'Rain/Rain 01.cbz': await comic({ pages: 2 }),
      })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      await firstScans(admin)
      id = (await seriesNamed(admin, 'Attack on Titan')).id
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('stay in order, and the series is found by each of them and by its own', async () => {
      expect(await titles()).toEqual([])
      const first = await send(admin, 'POST', at(), { label: ' Japanese ', title: ' 進撃の巨人 ' })
      expect(first.status).toBe(201)
      expect(AlternateTitleDto.parse(await first.json())).toMatchObject({
        seriesId: id,
        label: 'Japanese',
        title: '進撃の巨人',
      })
      await admin.post(at(), { label: 'Romaji', title: 'Shingeki no Kyojin' })
      expect((await titles()).map(each => each.label)).toEqual(['Japanese', 'Romaji'])
      for (const words of ['kyojin', '進撃', '巨人', 'titan', 'shingeki titan']) {
        expect(await found(words)).toEqual(['Attack on Titan'])
      }
      const hits = async (q: string) =>
        (await admin.get<SearchResultDto>(`/api/v1/search?q=${q}&kinds=series`)).series?.hits.map(
          ({ match, ranges, also }) => ({ match, ranges, also }),
        )
      const also = { field: 'alternateTitle', text: 'Shingeki no Kyojin' } as const
      expect(await hits('kyo')).toEqual([
        { match: 'word', ranges: [], also: { ...also, ranges: [{ start: 12, end: 15 }] } },
      ])
      expect(await hits('SHINGEKI%20NO%20KYOJIN')).toEqual([
        { match: 'exact', ranges: [], also: { ...also, ranges: expect.any(Array) } },
      ])
    })

    test('change, keep omitted fields, and are no longer found once deleted', async () => {
      const romaji = (await titles()).find(each => each.label === 'Romaji')?.id ?? ''
      const changed = await admin.patch<AlternateTitleDto>(at(id, romaji), { title: 'Ataque a los titanes' })
      expect(changed).toMatchObject({ id: romaji, label: 'Romaji', title: 'Ataque a los titanes' })
      const labelled = await admin.patch<AlternateTitleDto>(at(id, romaji), { label: 'Spanish', title: null })
      expect(labelled).toMatchObject({ label: 'Spanish', title: 'Ataque a los titanes' })
      expect(await found('ataque')).toEqual(['Attack on Titan'])
      expect(await found('kyojin')).toEqual([])
      expect((await send(admin, 'DELETE', at(id, romaji))).status).toBe(204)
      expect((await send(admin, 'DELETE', at(id, romaji))).status).toBe(404)
      expect(await found('ataque')).toEqual([])
      expect((await titles()).map(each => each.label)).toEqual(['Japanese'])
    })

    test('of another series are not reached by this one', async () => {
      const other = (await seriesNamed(admin, 'Rain')).id
      const mine = (await titles())[0]?.id ?? ''
      for (const [method, body] of [
        ['PATCH', { title: 'X' }],
        ['DELETE', undefined],
      ] as const) {
        expect((await send(admin, method, at(other, mine), body)).status).toBe(404)
      }
      expect((await titles()).map(each => each.title)).toEqual(['進撃の巨人'])
    })

    test('are in the history of the series; an edit of them, a field and a reset are reverted', async () => {
      const series = `/api/v1/series/${(await seriesNamed(admin, 'Rain')).id}`
      const names = async () =>
        AlternateTitleListResponse.parse(await admin.get(`${series}/alternate-titles`)).titles.map(each => each.title)
      const edits = async () => (await admin.get<{ data: MetadataEditDto[] }>(`${series}/metadata/history`)).data
      const revert = (body: object) => admin.post<object>(`${series}/metadata/revert`, body)
      const isLocked = async () =>
        (await admin.get<{ alternateTitles: boolean }>(`${series}/metadata/locks`)).alternateTitles
      const rain = { label: 'Japanese', title: '雨' }
      const pluie = { label: 'French', title: 'Pluie' }
      await admin.post(`${series}/alternate-titles`, rain)
      const second = await admin.post<AlternateTitleDto>(`${series}/alternate-titles`, pluie)
      await admin.patch(`${series}/alternate-titles/${second.id}`, { title: 'La Pluie' })
      // Nothing changes, so there is nothing to revert.
      await admin.patch(`${series}/alternate-titles/${second.id}`, { title: 'La Pluie' })
      const [changed, added, first] = await edits()
      expect(first).toMatchObject({
        ...{ origin: 'edit', locked: ['alternateTitles'] },
        changes: [{ field: 'alternateTitles', before: [], after: [rain] }],
      })
      expect(added).toMatchObject({ locked: [], changes: [{ before: [rain], after: [rain, pluie] }] })
      expect(await revert({ editId: first?.id })).toEqual({ reverted: [], skipped: ['alternateTitles'] })
      expect(await revert({ editId: changed?.id })).toEqual({ reverted: ['alternateTitles'], skipped: [] })
      expect(await names()).toEqual(['雨', 'Pluie'])
      expect(await found('pluie')).toEqual(['Rain'])
      await admin.delete(`${series}/metadata`)
      expect([await names(), await isLocked()]).toEqual([[], false])
      expect(await found('pluie')).toEqual([])
      expect(await revert({ field: 'alternateTitles' })).toEqual({ reverted: ['alternateTitles'], skipped: [] })
      expect([await names(), await isLocked(), await found('pluie')]).toEqual([['雨', 'Pluie'], true, ['Rain']])
      const [own] = AlternateTitleListResponse.parse(await admin.get(`${series}/alternate-titles`)).titles
      await admin.delete(`${series}/alternate-titles/${own?.id}`)
      expect(await names()).toEqual(['Pluie'])
      expect(await revert({ field: 'alternateTitles' })).toEqual({ reverted: ['alternateTitles'], skipped: [] })
      expect(await names()).toEqual(['雨', 'Pluie'])
    })

    test('are read by readers and changed by who may change series', async () => {
      const reader = await octavo.addUser('reader')
      expect((await reader.fetch(at())).status).toBe(200)
      expect((await send(reader, 'POST', at(), { label: 'a', title: 'b' })).status).toBe(403)
      expect((await send(reader, 'DELETE', at(id, NOBODY))).status).toBe(403)
      expect((await admin.fetch(at(NOBODY))).status).toBe(404)
      expect((await send(admin, 'POST', at(NOBODY), { label: 'a', title: 'b' })).status).toBe(404)
    })

    test('bad input is refused with the field it is about', async () => {
      for (const [body, field, status] of [
        [{ label: 'a' }, 'title', 422],
        [{ label: 'a', title: '  ' }, 'title', 400],
        [{ label: 7, title: 'b' }, 'label', 422],
        [{ label: 'a', title: 'b'.repeat(501) }, 'title', 400],
      ] as const) {
        const response = await send(admin, 'POST', at(), body)
        expect(response.status).toBe(status)
        const { error, message } = ErrorResponse.parse(await response.json())
        expect({ error, names: message.includes(`body ${field}`) }).toEqual({
          error: status === 400 ? 'BadRequest' : 'UnprocessableEntity',
          names: true,
        })
      }
    })
  })
}
