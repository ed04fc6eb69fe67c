// Alternative titles of series: created, changed, deleted, searched; permissions, bad input, events.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { AlternateTitleListResponse } from '@octavo/contract/alternate-title'
import { ErrorResponse } from '@octavo/contract/errors'
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

    test('change, keep what is left out, and are found by no longer when they are gone', async () => {
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

    test('are read by readers and changed by who may change series', async () => {
      const reader = await octavo.addUser('reader')
      expect((await reader.fetch(at())).status).toBe(200)
      expect((await send(reader, 'POST', at(), { label: 'a', title: 'b' })).status).toBe(403)
      expect((await send(reader, 'DELETE', at(id, NOBODY))).status).toBe(403)
      expect((await admin.fetch(at(NOBODY))).status).toBe(404)
      expect((await send(admin, 'POST', at(NOBODY), { label: 'a', title: 'b' })).status).toBe(404)
    })

    test('bad input is refused with the field it is about', async () => {
      for (const [body, field] of [
        [{ label: 'a' }, 'title'],
        [{ label: 'a', title: '  ' }, 'title'],
        [{ label: 7, title: 'b' }, 'label'],
        [{ label: 'a', title: 'b'.repeat(501) }, 'title'],
      ] as const) {
        const response = await send(admin, 'POST', at(), body)
        expect(response.status).toBe(422)
        const { error, message } = ErrorResponse.parse(await response.json())
        expect({ error, names: message.includes(`body ${field}`) }).toEqual({
          error: 'UnprocessableEntity',
          names: true,
        })
      }
    })
  })
}
