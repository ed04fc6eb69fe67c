import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { percentile, untilAtRest } from '../site/rest'
import { makeTemplate } from '../site/site'
import { PAGES, writeSmallLibrary } from '../site/small-library'
import { followEvents } from '../site/stream'

/** Changes between two cuts. */
const CHANGES = 5

export const cutListeners: Row = {
  id: 'M04',
  does: 'changes on server A, a stream on server B; the connections of B that LISTEN are terminated 100 times',
  required: 'every change is heard on B',
  databases: ['postgres'],
  rounds: 100,
  minutes: 10,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate('postgres', trial.scratch)
  const site = await template.make('site')
  const writer = await site.serve()
  const other = await site.serve()
  const admin = writer.as(template.token)
  await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Books', path: folder, scanImmediately: true })
  await untilAtRest(site)
  const { data } = await admin.get<Paginated<BookDto>>('/api/v1/books?pageSize=100')
  const books = data.filter(({ fileFormat }) => fileFormat === 'cbz')
  const listener = followEvents(() => other, template.token)
  await listener.open

  let terminated = 0
  const sent: { readonly bookId: string; readonly page: number; readonly at: number }[] = []
  for (let round = 0; round < trial.rounds; round++) {
    for (let change = 0; change < CHANGES; change++) {
      if (change === trial.random.whole(CHANGES)) {
        const cut = await site.run(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`,
        )
        terminated += cut.length
      }
      const bookId = books[sent.length % books.length]?.id ?? ''
      const page = 1 + (Math.floor(sent.length / books.length) % (PAGES - 1))
      const at = Date.now()
      await admin.put(`/api/v1/books/${bookId}/progress`, { currentPage: page, completed: false })
      sent.push({ bookId, page, at })
    }
  }
  const progress = () => listener.heard.filter(({ data }) => data.type === 'read_progress_updated')
  await until(
    async () => progress().length,
    heard => heard >= sent.length,
    30,
  ).catch(() => undefined)
  const heard = progress()
  // Each book goes through its pages in order, so the nth change of a book is the nth message of it.
  const missing = sent.filter(({ bookId, page }, at) => {
    const turn = sent.slice(0, at).filter(each => each.bookId === bookId).length
    return heard.filter(({ data }) => data.bookId === bookId)[turn]?.data.currentPage !== page
  })
  const delays = sent.flatMap(({ bookId, page, at }) => {
    const message = heard.find(
      ({ data, at: then }) => data.bookId === bookId && data.currentPage === page && then >= at,
    )
    return message ? [message.at - at] : []
  })
  await listener.stop()
  await Promise.all([writer.end(), other.end()])
  await site.remove()
  await template.stop()
  const p95 = percentile(delays, 0.95)
  return {
    n: sent.length,
    figure: `${missing.length} of ${sent.length} changes missing, ${terminated} listening connections cut, p50 ${percentile(delays, 0.5)} ms, p95 ${p95} ms`,
    faults: [
      ...(missing.length === 0 ? [] : [`${missing.length} changes were not heard, or out of order`]),
      ...(terminated >= trial.rounds / 2 ? [] : [`only ${terminated} listening connections were found to cut`]),
    ],
  }
}
