import * as contract from '@octavo/contract/recommendation'
import type { Connection, Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { findSeries } from '../../catalogue/series'
import { dismiss, restore } from './dismissals.store'
import { recommend } from './recommend'
import { findVisibleSeries, seedsOf } from './recommendations.queries'

export type RecommendationDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

/** What to read next, based on the user's reading, without external services. */
export function recommendationRoutes(binder: Binder, { reader, write, now }: RecommendationDeps): void {
  binder.bind(contract.getRecommendations, async ({ viewer }) => {
    const maySee = viewer.permissions.has('series-read')
    return {
      recommendations: maySee ? await recommend(reader, viewer, await seedsOf(reader, viewer)) : [],
      sources: [],
    }
  })

  binder.bind(contract.refreshRecommendations, () => ({
    message: 'Recommendations from your own reading are always up to date',
    taskIds: [],
  }))

  binder.bind(contract.dismissRecommendation, async ({ viewer, params }) => {
    const seriesPk = await keyOf(reader, viewer, params.external_id)
    if (seriesPk !== null) await write(tx => dismiss(tx, viewer.userPk, seriesPk, now()))
    return { dismissed: seriesPk !== null }
  })

  binder.bind(contract.restoreRecommendation, async ({ viewer, params }) => {
    const seriesPk = await keyOf(reader, viewer, params.external_id)
    if (seriesPk !== null) await write(tx => restore(tx, viewer.userPk, seriesPk))
    return null
  })

  binder.bind(contract.getSimilarSeries, async ({ viewer, params }) => {
    const { pk, id, title } = await findSeries(reader, viewer, params.series_id)
    return { recommendations: await recommend(reader, viewer, [{ pk, id, title, rating: null }]), sources: [] }
  })
}

/** Null for a hidden or missing series: there is nothing to dismiss, and the answer does not reveal which. */
async function keyOf(reader: Reader, viewer: Viewer, id: string): Promise<number | null> {
  return (await findVisibleSeries(reader, viewer, id))?.pk ?? null
}
