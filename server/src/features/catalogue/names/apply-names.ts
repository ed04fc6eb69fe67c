import type { Tx } from '../../../db'
import { facetChanges, facetPages } from '../facets'
import { storedNames } from '../metadata'
import { seriesFields } from '../series'

type Facet = facetChanges.FacetToChange

/** Books or series that one step changes. */
const AT_ONCE = 200

/** One transaction after another, or all of it within one. */
export type InSteps = <T>(step: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Gives everything that has an alias of a name the name itself, also where names are stored with books and series, or takes
 * the name away and deletes it. Each step is consistent and can be repeated.
 */
export async function applyName(
  steps: InSteps,
  facetId: { readonly kind: string; readonly id: string },
  { removes, now }: { readonly removes: boolean; readonly now: () => number },
): Promise<void> {
  const inStep = <T>(work: (tx: Tx, facet: Facet) => Promise<T>, gone: T): Promise<T> =>
    steps(async tx => {
      await facetChanges.lockNames(tx)
      const facet = await facetChanges.facetToChange(tx, facetId.kind, facetId.id)
      return facet ? work(tx, facet) : gone
    })
  for (const member of ['book', 'series'] as const) {
    while (await inStep((tx, { pk }) => facetChanges.moveMembers(tx, member, pk, AT_ONCE), false));
  }
  for (const member of ['book', 'series'] as const) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after
      after = await inStep<number | undefined>(async (tx, facet) => {
        const members = await facetChanges.membersOf(tx, member, facet.pk, { after: from, limit: AT_ONCE })
        const rename = await renameOf(tx, facet, removes)
        if (member === 'book') await storedNames.renameStored(tx, facet.kind, members, rename, now())
        else await seriesFields.renameInSeries(tx, facet.kind, members, seriesValue(facet.kind, rename), now())
        if (removes && member === 'book') await facetChanges.takeFrom(tx, member, facet.pk, members)
        return members.length < AT_ONCE ? undefined : members.at(-1)
      }, undefined)
    }
  }
  await inStep(async (tx, { pk }) => {
    const libraries = await facetChanges.librariesOf(tx, pk)
    if (removes) await facetChanges.deleteFacet(tx, pk)
    for (const { pk: libraryPk, id: libraryId } of libraries) {
      tx.publish({ channel: 'entity', event: { type: 'library_names_updated', libraryId }, to: { libraryPk } })
    }
  }, undefined)
}

/** What stored names become: the name for itself and its aliases, or nothing where it is removed. */
async function renameOf(tx: Tx, facet: Facet, removes: boolean): Promise<storedNames.Rename> {
  const aliases = await facetPages.aliasesOf(tx, facet.pk)
  const keys = new Set([facet.name_key, ...aliases.map(alias => alias.name_key)])
  return name => (keys.has(facetPages.facetKey(facetPages.cleanName(name))) ? (removes ? null : facet.name) : name)
}

function seriesValue(kind: string, rename: storedNames.Rename): (value: string) => string | null {
  const holds = kind === 'author' ? 'people' : 'name'
  return value => storedNames.renamedValue(value, { column: kind, holds }, rename)
}
