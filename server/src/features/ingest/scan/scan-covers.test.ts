// Cover images in the folders of series.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jpegImage, pngImage } from '../../../../../tests/kit/images'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const COVER_TOLD = /"cover_updated","entityType":"series"/g

forEachDatabase('a scan with covers of series', database => {
  let library: TestLibrary
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => library.remove())

  const write = (path: string, content: string | Uint8Array) => writeFileSync(join(library.root, path), content)
  const red = () => jpegImage({ width: 200, height: 100 }, '#ff0000')
  const blue = () => pngImage({ width: 200, height: 100 }, '#0000ff')
  const two = async (folder: string) => {
    await library.files.add(`${folder}/1.cbz`)
    await library.files.add(`${folder}/2.cbz`)
  }
  const seriesAt = (path: string) =>
    database.connection.reader.query
      .selectFrom('series')
      .select(['pk', 'id', 'cover_image', 'cover_version', 'thumb_hash', 'updated_at'])
      .where('library_pk', '=', library.pk)
      .where('path', '=', path)
      .executeTakeFirstOrThrow()
  const isKept = async ({ id, cover_version }: Awaited<ReturnType<typeof seriesAt>>) =>
    library.deps.covers.has({ seriesId: id, version: cover_version ?? '-' })
  const published = async () => {
    const rows = await database.connection.reader.query.selectFrom('events').select('happened').execute()
    return rows.flatMap(({ happened }) => happened.match(COVER_TOLD) ?? []).length
  }

  test('uses the best image of a folder of several books, and opens only new or changed ones', async () => {
    await two('Saga')
    write('Saga/Poster.JPG', await red())
    await library.scan()
    expect(library.opened.toSorted()).toEqual(['Saga/1.cbz', 'Saga/2.cbz', 'Saga/Poster.JPG'])
    const first = await seriesAt('Saga')
    expect([await isKept(first), first.thumb_hash !== null]).toEqual([true, true])

    write('Saga/cover.png', await blue())
    const before = await published()
    await library.scan()
    expect(library.opened).toEqual(['Saga/cover.png'])
    const second = await seriesAt('Saga')
    expect(second.cover_version).not.toBe(first.cover_version)
    expect([await isKept(first), await isKept(second)]).toEqual([false, true])
    expect(second.updated_at).toBe(first.updated_at)
    expect((await published()) - before).toBe(1)

    await library.scan()
    expect(library.opened).toEqual([])
    // Another time, the same picture: the same version, and no event.
    utimesSync(join(library.root, 'Saga/cover.png'), 1_600_000_000, 1_600_000_000)
    const quiet = await published()
    await library.scan()
    expect(library.opened).toEqual(['Saga/cover.png'])
    expect([(await seriesAt('Saga')).cover_version, await published()]).toEqual([second.cover_version, quiet])
    await library.scan()
    expect(library.opened).toEqual([])
  })

  test('falls back to the cover of a book when the image leaves, or is none', async () => {
    await two('Saga')
    write('Saga/folder.jpg', await red())
    await library.scan()
    const before = await seriesAt('Saga')
    write('Saga/folder.jpg', 'no image')
    expect(JSON.stringify(await library.scan())).toContain('Saga/folder.jpg: ')
    const broken = await seriesAt('Saga')
    expect([broken.cover_version, broken.thumb_hash, await isKept(before)]).toEqual([null, null, false])
    await library.scan()
    expect(library.opened).toEqual([])

    write('Saga/folder.jpg', await red())
    await library.scan()
    expect((await seriesAt('Saga')).cover_version).toBe(before.cover_version)
    library.files.remove('Saga/folder.jpg')
    await library.scan()
    expect(await seriesAt('Saga')).toMatchObject({ cover_image: null, cover_version: null, thumb_hash: null })
    expect(await isKept(before)).toBe(false)
  })

  test('leaves images to the only book of a folder, to a folder that is a book, to links and to patterns', async () => {
    await library.files.add('One/1.cbz')
    write('One/cover.jpg', await red())
    await two('Link')
    symlinkSync('../One/cover.jpg', join(library.root, 'Link/cover.jpg'))
    await two('Other')
    write('Other/back.jpg', await red())
    await library.files.add('Pages/1/x.cbz')
    library.files.remove('Pages/1/x.cbz')
    for (const name of ['01', '02', 'cover']) write(`Pages/1/${name}.jpg`, await red())
    await library.scan()
    for (const path of ['One', 'Link', 'Other', 'Pages']) {
      expect([path, (await seriesAt(path)).cover_image]).toEqual([path, null])
    }
    // Above a book folder, it belongs to the series.
    write('Pages/cover.jpg', await red())
    await library.scan()
    expect((await seriesAt('Pages')).cover_version).not.toBeNull()
  })

  test('follows a renamed folder without being opened', async () => {
    await two('Saga')
    write('Saga/cover.jpg', await red())
    await library.scan()
    const before = await seriesAt('Saga')
    library.files.move('Saga', 'Epos')
    await library.scan()
    expect(library.opened.filter(path => path.endsWith('.jpg'))).toEqual([])
    const after = await seriesAt('Epos')
    expect([after.id, after.cover_version, await isKept(after)]).toEqual([before.id, before.cover_version, true])
  })

  test('of a part of the library leaves other folders alone', async () => {
    await two('Saga')
    await two('Epos')
    for (const folder of ['Saga', 'Epos']) write(`${folder}/cover.jpg`, await red())
    await library.scan()
    for (const folder of ['Saga', 'Epos']) library.files.remove(`${folder}/cover.jpg`)
    await library.scan({ places: [{ root: library.root, path: 'Saga', below: false }] })
    expect((await seriesAt('Saga')).cover_version).toBeNull()
    expect((await seriesAt('Epos')).cover_version).not.toBeNull()
  })

  test('leaves a cover that a person has chosen', async () => {
    await two('Saga')
    await library.scan()
    const { pk } = await seriesAt('Saga')
    await database.connection.write(tx =>
      tx.query
        .updateTable('series')
        .set({ cover_version: 'chosen', thumb_hash: 'hash' })
        .where('pk', '=', pk)
        .execute(),
    )
    write('Saga/cover.jpg', await red())
    await library.scan()
    await library.scan({ mode: 'deep' })
    expect(await seriesAt('Saga')).toMatchObject({ cover_image: null, cover_version: 'chosen', thumb_hash: 'hash' })
  })
})
