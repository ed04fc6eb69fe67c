import type { Tx } from '../../../db'
import { facetChanges, facetPages } from '../facets'
import { storedNames } from '../metadata'
import { seriesFields } from '../series'

type Facet = facetChanges.FacetToChange

/** Books or series per step. */
const AT_ONCE = 50

/** Runs each step in its own transaction, or all within one. */
export type InSteps = <T>(step: (tx: Tx) => Promise<T>) => Promise<T>

interface Applied {
  readonly removes: boolean
  /** A name that books may still store although it is no alias: that of a reverted rename. */
  readonly formerly?: string | undefined
  readonly now: () => number
}

/**
 * Replaces all aliases of a name by the name, also where names are stored with books and series; or removes the name
 * and deletes it. Each step is consistent and can be repeated.
 */
export async function applyName(
  steps: InSteps,
  facetId: { readonly kind: string; readonly id: string },
  { removes, formerly, now }: Applied,
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
        const { change, said } = await renamingOf(tx, facet, { removes, formerly })
        if (member === 'book') await storedNames.changeStored(tx, facet.kind, members, change, now())
        else await seriesFields.renameInSeries(tx, facet.kind, members, seriesValue(facet.kind, change), now())
        await facetChanges.nameChanges.noteSaid(tx, member, said())
        if (removes && member === 'book') await facetChanges.takeFrom(tx, member, facet.pk, members)
        return members.length < AT_ONCE ? undefined : members.at(-1)
      }, undefined)
    }
  }
  await inStep(async (tx, { pk }) => {
    await facetChanges.publishChange(tx, pk)
    if (removes) await facetChanges.deleteFacet(tx, pk)
  }, undefined)
}

type Change = (names: storedNames.Names, pk: number) => storedNames.Names

/**
 * The mapping of stored names: the name for itself and its aliases, or null if it is removed; and how aliases were
 * stored, to undo a merge.
 */
async function renamingOf(tx: Tx, facet: Facet, { removes, formerly }: Omit<Applied, 'now'>) {
  const aliases = await facetPages.aliasesOf(tx, facet.pk)
  const pkOf = new Map(aliases.map(alias => [alias.name_key, alias.pk]))
  const keyOf = (name: string) => facetPages.facetKey(facetPages.cleanName(name))
  const former = formerly == null ? null : keyOf(formerly)
  const rename: storedNames.Rename = name => {
    const key = keyOf(name)
    return key === facet.name_key || key === former || pkOf.has(key) ? (removes ? null : facet.name) : name
  }
  const made = (element: storedNames.StoredElement) => JSON.stringify(storedNames.withName(element, facet.name))
  const noted = new Map<string, { member_pk: number; facet_pk: number; said: storedNames.FormerElement[] }>()
  const change: Change = (names, member_pk) => {
    const own = new Map<string, number>()
    const others: { element: storedNames.StoredElement; facet_pk: number; place: number }[] = []
    for (const [place, each] of names.entries()) {
      const key = keyOf(storedNames.nameOf(each))
      const pk = pkOf.get(key)
      if (key === facet.name_key) own.set(made(each), place)
      else if (pk !== undefined) others.push({ element: each, facet_pk: pk, place })
    }
    for (const { element, facet_pk, place } of others) {
      const at = `${member_pk} ${facet_pk}`
      const note = noted.get(at) ?? { member_pk, facet_pk, said: [] }
      const same = own.get(made(element))
      note.said.push({ element, own: same === undefined ? null : place < same ? 'before' : 'after' })
      noted.set(at, note)
    }
    return storedNames.renamedList(names, rename)
  }
  return { change, said: () => (removes ? [] : [...noted.values()]) }
}

function seriesValue(kind: string, change: Change): (value: string, pk: number) => string | null {
  const holds = kind === 'author' ? 'people' : 'name'
  return (value, pk) => storedNames.valueWith(value, { column: kind, holds }, names => change(names, pk))
}
