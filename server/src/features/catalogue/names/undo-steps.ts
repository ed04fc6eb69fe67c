import { sql } from 'kysely'
import type { Tx } from '../../../db'
import { facetChanges, facetPages } from '../facets'
import { storedNames } from '../metadata'
import { refreshSeries, seriesFields } from '../series'
import type { InSteps } from './apply-names'

const { nameChanges } = facetChanges
type Facet = facetChanges.FacetToChange
type Member = 'book' | 'series'

/** Books per step, and series, whose sums are computed again. */
const AT_ONCE = { book: 50, series: 5 } as const

/** Edit fields that contain names of a kind. */
const EDITED: Readonly<Record<string, readonly string[]>> = {
  author: ['authors', 'writer', 'penciller', 'inker', 'colorist', 'letterer', 'coverArtist', 'editor', 'translator'],
  genre: ['genre', 'genres'],
  tag: ['tag', 'tags', 'subjects'],
  publisher: ['publisher'],
  imprint: ['imprint'],
}

/**
 * Restores the names of books and series from before a merge. Later edits stay. Each step can be repeated: it deletes
 * the links that it has restored.
 */
export async function undoMerge(
  steps: InSteps,
  { kind, id }: { readonly kind: string; readonly id: string },
  { changePk, now }: { readonly changePk: number; readonly now: () => number },
): Promise<void> {
  for (const member of ['book', 'series'] as const) {
    const step = () =>
      steps(async tx => {
        await facetChanges.lockNames(tx)
        const facet = await facetChanges.facetToChange(tx, kind, id)
        const links = facet ? await nameChanges.formerLinks(tx, member, changePk, AT_ONCE[member]) : []
        if (!facet || links.length === 0) return false
        await restore(tx, member, facet, links, now())
        await nameChanges.forgetLinks(
          tx,
          links.map(({ pk }) => pk),
        )
        return true
      })
    while (await step());
  }
  await steps(async tx => {
    const facet = await facetChanges.facetToChange(tx, kind, id)
    if (facet) await facetChanges.publishChange(tx, facet.pk)
  })
}

type FormerLink = Awaited<ReturnType<typeof nameChanges.formerLinks>>[number]

async function restore(tx: Tx, member: Member, facet: Facet, all: readonly FormerLink[], now: number): Promise<void> {
  const names = await tx.query
    .selectFrom('facets')
    .select(['pk', 'name', 'name_key'])
    .where('alias_of', 'is', null)
    .where('pk', 'in', [...new Set(all.map(link => link.facet_pk))])
    .execute()
  const keys = new Map(names.map(each => [each.pk, each.name_key]))
  const edited = await editedSince(tx, member, facet.kind, all)
  // An alias that somebody has removed or moved to another name does not become a name.
  const links = all.filter(link => keys.has(link.facet_pk) && !edited.has(link.member_pk))
  const ofMember = Map.groupBy(links, link => link.member_pk)
  const aliases = await facetPages.aliasesOf(tx, facet.pk)
  const ours = new Set([facet.name_key, ...aliases.map(alias => alias.name_key)])
  const keyOf = (element: storedNames.StoredElement) =>
    facetPages.facetKey(facetPages.cleanName(storedNames.nameOf(element)))
  const gained: { member_pk: number; facet_pk: number }[] = []
  const lost: { member_pk: number; facet_pk: number }[] = []
  const change = (stored: storedNames.Names, pk: number): storedNames.Names => {
    const mine = ofMember.get(pk) ?? []
    const former = mine.flatMap(link =>
      link.said === null ? [] : (JSON.parse(link.said) as storedNames.FormerElement[]),
    )
    const restored = storedNames.restoredNames(stored, former, {
      isName: name => ours.has(keyOf(name)),
      current: facet.name,
    })
    const held = new Set(restored.map(keyOf))
    for (const { facet_pk } of mine) if (held.has(keys.get(facet_pk) ?? '')) gained.push({ member_pk: pk, facet_pk })
    if (![...ours].some(key => held.has(key))) lost.push({ member_pk: pk, facet_pk: facet.pk })
    return restored
  }
  const pks = [...ofMember.keys()]
  if (member === 'book') {
    await storedNames.changeStored(tx, facet.kind, pks, change, now)
    await nameChanges.relink(tx, 'book', { gained, lost })
    return
  }
  const holds = facet.kind === 'author' ? 'people' : 'name'
  const value = (text: string, pk: number) =>
    storedNames.valueWith(text, { column: facet.kind, holds }, stored => change(stored, pk))
  await seriesFields.renameInSeries(tx, facet.kind, pks, value, now)
  await relinkHeld(tx, facet, ofMember)
  await refreshSeries(tx, pks, now)
}

/** Names that a person has set for a series are restored; others follow its books. */
async function relinkHeld(tx: Tx, facet: Facet, links: ReadonlyMap<number, readonly FormerLink[]>): Promise<void> {
  if (links.size === 0) return
  const series = await tx.query
    .selectFrom('series')
    .select(['pk', 'locks', 'authors', 'language'])
    .where('pk', 'in', [...links.keys()])
    .execute()
  const held = series.filter(row => seriesFields.lockedKinds(row).some(kind => kind === facet.kind))
  const ofHeld = held.flatMap(({ pk }) => links.get(pk) ?? [])
  const keeps = new Set(ofHeld.filter(link => link.had === 1).map(link => link.member_pk))
  await nameChanges.relink(tx, 'series', {
    gained: ofHeld.map(({ member_pk, facet_pk }) => ({ member_pk, facet_pk })),
    lost: held.flatMap(({ pk }) => (keeps.has(pk) ? [] : [{ member_pk: pk, facet_pk: facet.pk }])),
  })
}

/** Books or series whose names of the kind were edited after the merge. */
async function editedSince(
  tx: Tx,
  member: Member,
  kind: string,
  links: readonly FormerLink[],
): Promise<ReadonlySet<number>> {
  const fields = EDITED[kind] ?? []
  const [first] = links
  if (fields.length === 0 || !first) return new Set()
  const column = member === 'book' ? 'book_pk' : 'series_pk'
  const rows = await tx.query
    .selectFrom('metadata_edits')
    .select([`${column} as pk`, 'changes'])
    .where(column, 'in', [...new Set(links.map(link => link.member_pk))])
    .where('reverted_at', 'is', null)
    .where('at', '>=', eb =>
      eb
        .selectFrom('name_links')
        .innerJoin('name_changes', 'name_changes.pk', 'name_links.change_pk')
        .select(sql<number>`name_changes.at`.as('at'))
        .where('name_links.pk', '=', first.pk),
    )
    .execute()
  const isEdited = ({ changes }: { readonly changes: string }) => fields.some(field => changes.includes(`"${field}"`))
  return new Set(rows.flatMap(row => (row.pk !== null && isEdited(row) ? [row.pk] : [])))
}
