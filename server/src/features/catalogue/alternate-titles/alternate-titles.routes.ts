import * as contract from '@octavo/contract/alternate-title'
import type { AlternateTitleDto } from '@octavo/contract/series-side'
import type { Connection, Tx } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { actOf, recordHistory } from '../edit-history'
import { findSeries, publishSeriesEvent, seriesFields } from '../series'
import { alternateTitlesOf } from './alternate-titles.queries'
import * as store from './alternate-titles.store'

/** Alternate titles of series, which search finds too. A title set by a person locks the list. */
export function alternateTitleRoutes(
  binder: Binder,
  { reader, write, now }: Pick<Connection, 'reader' | 'write'> & { readonly now: Clock },
): void {
  /** Changes the titles of a series and everything derived from them; returns the result of `change`. */
  async function changing<T>(
    viewer: Viewer,
    seriesId: string,
    what: Readonly<Record<string, string>>,
    change: (tx: Tx, pk: number) => Promise<T>,
  ) {
    const series = await findSeries(reader, viewer, seriesId)
    return write(async tx => {
      // Locks the series first, so that concurrent changes of its titles are serialised.
      const wasLocked = await store.areTitlesLocked(tx, series.pk)
      const before = await alternateTitlesOf(tx, series)
      await seriesFields.touchSeries(tx, series.pk, ['alternateTitles'], now())
      const id = await change(tx, series.pk)
      const { library_id, library_name } = series
      const subject = { kind: 'series', id: series.id, name: series.title } as const
      const library = { id: library_id, name: library_name }
      await recordAct(tx, viewer, 'series_edited', subject, {
        ...{ now: now(), library, details: { fields: ['alternateTitles'], ...what } },
      })
      await seriesFields.learnWords(tx, series.pk)
      if (series.book_count > 0) {
        publishSeriesEvent(tx, series, 'series_updated', ['alternateTitles'])
      }
      const titles = await alternateTitlesOf(tx, series)
      const field = { field: 'alternateTitles', before: before.map(named), after: titles.map(named) }
      const changes = { fields: [field], locked: wasLocked ? [] : ['alternateTitles'], unlocked: [] }
      if (!wasLocked || !Bun.deepEquals(field.before, field.after))
        await recordHistory(tx, actOf(viewer), 'series', [{ pk: series.pk, changes }], now())
      return { id, titles }
    })
  }

  binder.bind(contract.listAlternateTitles, async ({ viewer, params }) => {
    const series = await findSeries(reader, viewer, params.series_id)
    return { titles: await alternateTitlesOf(reader, series) }
  })

  binder.bind(contract.createAlternateTitle, async ({ viewer, params, body }) => {
    const most = LIMITS.metadata.alternateTitles
    const { id, titles } = await changing(viewer, params.series_id, { added: body.title }, async (tx, pk) => {
      if ((await store.countAlternateTitles(tx, pk)) >= most) {
        throw refused('BadRequest', 'titles_full', `A series can have at most ${most} alternate titles`, { max: most })
      }
      return store.insertAlternateTitle(tx, pk, body, now())
    })
    return titles.find(title => title.id === id) ?? null
  })

  binder.bind(contract.updateAlternateTitle, async ({ viewer, params, body }) => {
    const changes = { ...(body.label && { label: body.label }), ...(body.title && { title: body.title }) }
    const { titles } = await changing(viewer, params.series_id, changes, async (tx, pk) => {
      if (!(await store.changeAlternateTitle(tx, pk, params.title_id, changes, now()))) throw notFound('Title')
    })
    return titles.find(title => title.id === params.title_id.toLowerCase()) ?? null
  })

  binder.bind(contract.deleteAlternateTitle, async ({ viewer, params }) => {
    await changing(viewer, params.series_id, {}, async (tx, pk) => {
      if (!(await store.deleteAlternateTitle(tx, pk, params.title_id))) throw notFound('Title')
    })
    return null
  })
}

function named({ label, title }: AlternateTitleDto) {
  return { label, title }
}
