// A database of any number of books without files, and one cover for all of them.
import type { BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import { connect, migrate } from '../../server/src/db'
import { searchText } from '../../server/src/kernel/search-words'
import { sortKey } from '../../server/src/kernel/text'
import { insertMany } from '../kit/many-books'

/** A hash without its last part: each book has a different image. */
const HASH = '3OcRJYB4d3h/iIeHeEh3eIhw'

export interface Titles {
  readonly series: (pk: number) => string
  readonly book: (pk: number) => string
}

/** Rows as the plans of lists are tested with, each with a cover as a scan makes it: a hash, and a version in the address. */
export async function fillLarge(dataDir: string, books: number, titles?: Titles): Promise<void> {
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  await insertMany(connection, books)
  await connection.write(async tx => {
    // The first account is made by the browser.
    await tx.run('delete from users', [])
    for (const [table, titleOf] of [['series', titles?.series] as const, ['books', titles?.book] as const]) {
      await tx.run(
        `update ${table} set thumb_hash = '${HASH}' || printf('%04x', pk % 65536), cover_version = 'v' || pk`,
        [],
      )
      if (!titleOf) continue
      for (const { pk } of await tx.run<{ pk: number }>(`select pk from ${table}`, [])) {
        const title = titleOf(pk)
        const values = [title, sortKey(title), searchText(title), pk]
        await tx.run(`update ${table} set title = ?, sort_key = ?, search_text = ? where pk = ?`, values)
      }
    }
  })
  await connection.close()
}

/** One picture for all of them. */
export async function showCovers(context: BrowserContext): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const cover = sharp({ create: { width: 400, height: 600, channels: 3, background: '#000', noise } })
  const body = await cover.jpeg({ quality: 60 }).toBuffer()
  await context.route(/\/thumbnail/, route => route.fulfill({ body, contentType: 'image/jpeg' }))
}
