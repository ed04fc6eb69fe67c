import type { ListVisibility } from '@octavo/contract/curated-list'
import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { checkName, checkOpenRule, checkRule, checkSummary, refuse } from './check-list'
import type { CuratedListRow } from './curated-list-row'
import { findList, membersToChange } from './curated-lists.queries'
import { changeList, countOwned, deleteList, insertList, lockList } from './curated-lists.store'
import type { Kind } from './kind'
import { removeMembers } from './members.store'
import { publishList } from './publish-lists'
import { mayDelete, mayEdit, requirePublishing, requireRight } from './rights.rules'

export interface ListDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
}

interface NewList {
  readonly name: string
  readonly summary?: string | null | undefined
  readonly ordered?: boolean | undefined
  readonly condition?: Readonly<Record<string, unknown>> | null | undefined
  readonly visibility?: ListVisibility | undefined
}

interface ListChange extends Omit<NewList, 'name' | 'ordered' | 'visibility'> {
  readonly name?: string | null | undefined
  readonly ordered?: boolean | null | undefined
}

/**
 * Creates a list of the viewer; `fill` adds its first members.
 * @throws BadRequest; Forbidden to share it; Conflict if the name is taken
 */
export async function createList(
  { reader, write, now }: ListDeps,
  kind: Kind,
  viewer: Viewer,
  request: NewList,
  fill?: (tx: Tx, listPk: number) => Promise<void>,
): Promise<CuratedListRow> {
  const { visibility = 'public' } = request
  if (visibility !== 'private') requirePublishing(kind, viewer)
  const condition = checkRule(kind, request.condition, viewer)
  if (visibility !== 'private') checkOpenRule(condition)
  if (condition && request.ordered) refuse('ordered', 'a list with a rule has no order of its own')
  const values = {
    name: checkName(request.name),
    summary: checkSummary(request.summary),
    ordered: condition === null && (request.ordered ?? kind.ordered),
    condition,
  }
  const made = await unlessTaken(
    kind,
    write(async tx => {
      await tx.dialect.lockName(`curated lists of ${viewer.userPk}`).execute(tx.query)
      const max = LIMITS.perPerson.curatedLists
      if ((await countOwned(tx, kind.name, viewer.userPk)) >= max) {
        throw refused('BadRequest', 'lists_full', `There are already ${max} lists. Delete one first.`, { max })
      }
      const list = await insertList(tx, kind.name, { ...values, userPk: viewer.userPk, visibility }, now())
      await fill?.(tx, list.pk)
      await publishList(tx, kind.name, { ...list, owner_pk: viewer.userPk, visibility }, 'created')
      await record(tx, kind, viewer, 'created', { ...list, name: values.name, visibility }, now())
      return list
    }),
  )
  return findList(reader, viewer, kind, made.id)
}

/** @throws BadRequest, NotFound, Forbidden, Conflict */
export async function updateList(
  { reader, write, now }: ListDeps,
  kind: Kind,
  viewer: Viewer,
  id: string,
  request: ListChange,
): Promise<CuratedListRow> {
  const row = await findList(reader, viewer, kind, id)
  requireRight(mayEdit(kind, viewer, row), kind)
  const condition = request.condition === undefined ? row.condition : checkRule(kind, request.condition, viewer)
  if (row.visibility !== 'private' && request.condition) checkOpenRule(condition)
  if (condition && request.ordered) refuse('ordered', 'a list with a rule has no order of its own')
  const ordered = condition === null ? request.ordered : false
  const values = {
    ...(request.name != null && { name: checkName(request.name) }),
    ...(request.summary !== undefined && { summary: checkSummary(request.summary) }),
    ...(request.condition !== undefined && { condition }),
    ...(ordered != null && { ordered }),
  }
  const { name = row.name } = values
  await unlessTaken(
    kind,
    write(async tx => {
      if (!(await lockList(tx, row.pk))) throw notFound(kind.noun)
      await changeList(tx, row.pk, values, now())
      // From now on its members come from the rule. Those hidden from the viewer stay, for when it has none again.
      if (condition !== null && row.condition === null) {
        const seen = await membersToChange(tx, viewer, kind, row.pk)
        await removeMembers(
          tx,
          kind,
          seen.map(({ pk }) => pk),
        )
      }
      await publishList(tx, kind.name, row, 'updated')
      const renamed = name === row.name ? {} : { from: row.name, to: name }
      await record(tx, kind, viewer, 'changed', { ...row, name }, now(), renamed)
    }),
  )
  return findList(reader, viewer, kind, id)
}

/** @throws NotFound, Forbidden */
export async function removeList({ reader, write, now }: ListDeps, kind: Kind, viewer: Viewer, id: string) {
  const row = await findList(reader, viewer, kind, id)
  requireRight(mayDelete(kind, viewer, row), kind)
  await write(async tx => {
    if (!(await lockList(tx, row.pk))) throw notFound(kind.noun)
    await publishList(tx, kind.name, row, 'deleted')
    await deleteList(tx, row.pk)
    await record(tx, kind, viewer, 'deleted', row, now())
  })
}

/** Shared lists are recorded in the audit log; private ones are not. */
export async function record(
  tx: Tx,
  kind: Kind,
  viewer: Viewer,
  what: 'created' | 'changed' | 'deleted',
  { id, name, visibility }: Pick<CuratedListRow, 'id' | 'name' | 'visibility'>,
  now: number,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (visibility === 'private') return
  await recordAct(tx, viewer, kind.action(what), { kind: kind.name, id, name }, { now, details })
}

/** @throws Conflict if the name is taken */
export async function unlessTaken<Result>({ noun }: Kind, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused('Conflict', 'name_used', `${noun}: one with this name already exists`, 'name')
  }
}
