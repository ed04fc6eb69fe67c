import type { FacetChangeResponse } from '@octavo/contract/facet'
import { notFound, refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { enqueue } from '../../../platform/queue'
import { facetChanges, facetPages } from '../facets'
import { carryOn, changing, MOST_AT_ONCE, type NameAt, type NameDeps, refuseTaken } from './change-names'
import { undoTask } from './name-tasks'
import { undoMerge } from './undo-steps'

const { nameChanges } = facetChanges

/**
 * Undoes a merge or rename: at once if few books and series are affected, else by a task.
 * @throws NotFound if the change is not one of the name; Conflict if it is already undone, or a name has been taken
 * since
 */
export function undoChange(deps: NameDeps, viewer: Viewer, at: NameAt, changeId: string): Promise<FacetChangeResponse> {
  return changing(deps, at, async (tx, facet) => {
    const now = deps.now()
    const change = await nameChanges.changeOf(tx, facet.pk, changeId)
    if (!change) throw notFound('Change')
    if (change.undone_at !== null) throw refused('Conflict', 'undone_already', 'This has already been undone')
    await nameChanges.markUndone(tx, change.pk, now)
    const said = { now, details: { kind: facet.kind, undone: change.action } }
    await recordAct(tx, viewer, 'name_changed', { kind: 'name', id: facet.id, name: facet.name }, said)
    const { books, series } = change
    if (change.action === 'rename') {
      const { before, after, wasAlias } = JSON.parse(change.details) as facetChanges.nameChanges.Renaming
      if (facet.name !== after) throw refused('Conflict', 'renamed_since', 'The name has been changed again since then')
      await refuseTaken(tx, facet, before)
      await facetChanges.renameFacet(tx, facet, before, now)
      const owner = wasAlias ? undefined : (await facetPages.aliasesOf(tx, facet.pk)).find(each => each.name === after)
      if (owner) await facetChanges.removeAlias(tx, facet, owner.id)
      const names = [after]
      return { books, series, names, taskId: await carryOn(deps, tx, viewer, { ...facet, name: before }, false, after) }
    }
    const { names } = JSON.parse(change.details) as facetChanges.nameChanges.Merging
    const back = await nameChanges.separate(tx, facet.pk, names)
    const answer = { books, series, names: back.map(({ name }) => name) }
    if (Math.max(books, series) > MOST_AT_ONCE) {
      const { id } = await enqueue(tx, { ...undoTask(facet.kind, facet.id, change.pk), requestedByPk: viewer.userPk })
      return { ...answer, taskId: id }
    }
    await undoMerge(step => step(tx), facet, { changePk: change.pk, now: deps.now })
    return { ...answer, taskId: null }
  })
}
