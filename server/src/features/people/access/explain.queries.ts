import type { Reader } from '../../../db'
import { boundsOfUser } from './limits.queries'
import { type Reason, reasonsOf } from './reasons.rules'

/** Why a user can or cannot see a series, with the names of relevant tags. Undefined if there is no such series. */
export async function explainSeries(
  reader: Reader,
  userPk: number,
  seriesId: string,
): Promise<
  | {
      readonly id: string
      readonly title: string
      readonly reasons: readonly (Reason & { readonly tagName: string | null; readonly ofGuardian: boolean })[]
    }
  | undefined
> {
  const series = await reader.query
    .selectFrom('series')
    .select(['id', 'title', 'library_pk', 'sharing_set_pk', 'age'])
    .where('id', '=', seriesId.toLowerCase())
    .executeTakeFirst()
  if (!series) return undefined
  const tags =
    series.sharing_set_pk === null
      ? []
      : await reader.query
          .selectFrom('sharing_set_tags')
          .innerJoin('sharing_tags', 'sharing_tags.pk', 'sharing_set_tags.tag_pk')
          .select(['sharing_tags.pk', 'sharing_tags.name'])
          .where('set_pk', '=', series.sharing_set_pk)
          .orderBy('sharing_tags.name_key')
          .execute()
  const [own, guardian] = await boundsOfUser(reader, userPk)
  const names = new Map(tags.map(tag => [tag.pk, tag.name]))
  const reasonsBy = (limits: typeof own, ofGuardian: boolean) =>
    reasonsOf(limits, series, [...names.keys()]).map(reason => ({ ...reason, ofGuardian }))
  const reasons = [
    ...reasonsBy(own, false),
    ...(guardian ? reasonsBy(guardian, true).filter(({ hides }) => hides) : []),
  ]
  return {
    id: series.id,
    title: series.title,
    reasons: reasons.map(reason => ({
      ...reason,
      tagName: reason.tagPk === null ? null : (names.get(reason.tagPk) ?? null),
    })),
  }
}
