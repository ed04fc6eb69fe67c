import type { Reads, Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { type Bounds, boundsOfUser } from './limits.queries'
import { ageOf, type Limits, librariesOf, seesNoMore, tagsOf } from './visibility.rules'

/**
 * Nobody can grant more visibility than they have, or change an account that sees more, since a new password would let
 * them sign in to it.
 * @throws Forbidden if the user sees anything that the viewer does not
 */
export async function requireSight(reads: Reads, viewer: Viewer, userPk: number): Promise<void> {
  if (viewer.visibility.kind === 'all' || viewer.userPk === userPk) return
  await requireNoMore(reads, await boundsOfUser(reads, viewer.userPk), userPk)
}

/** The viewer's visibility at the beginning of a transaction; `hold` throws if the user sees more than that by now. */
export async function sightOf(tx: Tx, viewer: Viewer) {
  if (viewer.visibility.kind === 'all') return { hold: async () => undefined, inherited: null }
  const mine = await boundsOfUser(tx, viewer.userPk)
  return { hold: (userPk: number) => requireNoMore(tx, mine, userPk), inherited: inheritedFrom(mine[0]) }
}

/** Limits for a new user that give the same visibility as these. */
export interface Inherited {
  readonly limits: {
    readonly libraryPks: readonly number[] | null
    readonly ageLimit: number | null
    readonly showsUnrated?: boolean
  }
  readonly grants: readonly { readonly tagPk: number; readonly mode: 'allow' | 'deny' }[]
}

function inheritedFrom(mine: readonly Limits[]): Inherited {
  const age = ageOf(mine)
  const { allowed, denied } = tagsOf(mine)
  return {
    limits: {
      libraryPks: librariesOf(mine),
      ageLimit: age?.limit ?? null,
      ...(age && { showsUnrated: age.unrated }),
    },
    grants: [
      ...[...allowed].filter(tagPk => !denied.has(tagPk)).map(tagPk => ({ tagPk, mode: 'allow' as const })),
      ...[...denied].map(tagPk => ({ tagPk, mode: 'deny' as const })),
    ],
  }
}

async function requireNoMore(reads: Reads, mine: Bounds, userPk: number): Promise<void> {
  const theirs = (await boundsOfUser(reads, userPk)).filter(each => each !== undefined)
  const isWithin = (limits: readonly Limits[] | undefined) =>
    limits === undefined || theirs.some(each => seesNoMore(each, limits))
  if (mine.every(isWithin)) return
  throw refused('Forbidden', 'sees_more', 'This user has, or would have, more access than you')
}
