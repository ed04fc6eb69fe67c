import * as contract from '@octavo/contract/sharing-tag'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound, refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../access'
import {
  createTag,
  grantTag,
  removeTag,
  shareSeries,
  type TagDeps,
  tagKeys,
  ungrantTag,
  updateTag,
} from './change-tags'
import { grantsOfUser, requireTag, requireUser, tagsOfSeries, tagsPage } from './sharing-tags.queries'
import { grantView, tagSummary, tagView } from './sharing-tags.view'

/** Sharing tags, their series, and their grants. */
export function sharingTagRoutes(binder: Binder, deps: TagDeps): void {
  const { reader } = deps

  binder.bind(contract.listSharingTags, async ({ viewer, query: { page, pageSize }, url }) => {
    const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
    const { rows, total } = await tagsPage(reader, viewer, { limit: pageSize, offset })
    return envelope(url, page, pageSize, total, rows.map(tagView))
  })

  binder.bind(contract.createSharingTag, async ({ viewer, body }) =>
    tagView(await requireTag(reader, viewer, await createTag(deps, viewer, body))),
  )

  binder.bind(contract.getSharingTag, async ({ viewer, params }) =>
    tagView(await requireTag(reader, viewer, params.tag_id)),
  )

  binder.bind(contract.updateSharingTag, async ({ viewer, params, body }) => {
    await updateTag(deps, viewer, params.tag_id, body)
    return tagView(await requireTag(reader, viewer, params.tag_id))
  })

  binder.bind(contract.deleteSharingTag, async ({ viewer, params }) => {
    await removeTag(deps, viewer, params.tag_id)
    return null
  })

  const tagsOf = async (viewer: Viewer, id: string) =>
    (await tagsOfSeries(reader, await requireSeries(reader, viewer, id))).map(tagSummary)

  binder.bind(contract.getSeriesSharingTags, ({ viewer, params }) => tagsOf(viewer, params.series_id))

  binder.bind(contract.setSeriesSharingTags, async ({ viewer, params, body }) => {
    const seriesPk = await requireSeries(reader, viewer, params.series_id)
    await shareSeries(deps, viewer, params.series_id, tx => tagKeys(tx, body.sharingTagIds))
    // By key: the new tags may hide it from the person who has set them.
    return (await tagsOfSeries(reader, seriesPk)).map(tagSummary)
  })

  binder.bind(contract.addSeriesSharingTag, async ({ viewer, params, body }) => {
    const { pk } = await requireTag(reader, viewer, body.sharingTagId)
    await shareSeries(deps, viewer, params.series_id, async (_tx, has) => {
      if (has.includes(pk)) throw refused('BadRequest', 'tag_given', 'The series already has this sharing tag')
      return [...has, pk]
    })
    return new Response(null, { status: 200 })
  })

  binder.bind(contract.removeSeriesSharingTag, async ({ viewer, params }) => {
    await requireSeries(reader, viewer, params.series_id)
    const { pk } = await requireTag(reader, viewer, params.tag_id)
    await shareSeries(deps, viewer, params.series_id, async (_tx, has) => {
      if (!has.includes(pk)) throw notFound('Sharing tag')
      return has.filter(each => each !== pk)
    })
    return null
  })

  const grantsOf = async (user: { readonly pk: number; readonly id: string }) => ({
    userId: user.id,
    grants: (await grantsOfUser(reader, user.pk)).map(grantView),
  })

  binder.bind(contract.getMySharingTags, ({ viewer }) => grantsOf({ pk: viewer.userPk, id: viewer.userId }))

  binder.bind(contract.getUserSharingTags, async ({ params }) => grantsOf(await requireUser(reader, params.user_id)))

  binder.bind(contract.setUserSharingTag, async ({ viewer, params, body }) => {
    const { userPk, tagId } = await grantTag(deps, viewer, params.user_id, body)
    const row = (await grantsOfUser(reader, userPk)).find(grant => grant.tag_id === tagId)
    if (!row) throw notFound('Grant')
    return grantView(row)
  })

  binder.bind(contract.removeUserSharingTag, async ({ viewer, params }) => {
    await ungrantTag(deps, viewer, params.user_id, params.tag_id)
    return null
  })
}
