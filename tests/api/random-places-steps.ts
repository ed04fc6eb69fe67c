import type { Reader, Tx } from '../../server/src/db'
import { recordPlace, UNATTRIBUTED, undoPlace } from '../../server/src/features/reading/progress'
import { createModel, type Step } from './random-places'

/** A reader and the only book of the histories, by their keys. */
export interface ReaderOfBook {
  readonly user: number
  readonly book: { readonly pk: number; readonly series_pk: number }
}

/** What the server did: took the page (null: unread), or left the place as it was. */
export type Deed = { readonly step: Step; readonly page: number | null | 'as before' }

/** Does one step as a server does. */
export async function perform(tx: Tx, { user, book }: ReaderOfBook, step: Step): Promise<Deed> {
  if (step.kind === 'delivery') {
    const { device, trueAt, deliberate, page } = step.delivery
    const readAt = device.clock === null ? null : trueAt + device.clock
    const place = { page, percentage: null, completed: false }
    const report = { user, book, place, device: device.name, signIn: null, readAt, deliberate }
    const { kind } = await recordPlace(tx, report, step.arrival)
    return { step, page: kind === 'saved' ? page : 'as before' }
  }
  if (step.kind === 'unread') {
    await recordPlace(tx, { ...UNATTRIBUTED, user, book, place: null, deliberate: true }, step.arrival)
    return { step, page: null }
  }
  const outcome = await undoPlace(tx, { user, book, device: null, signIn: null }, step.arrival)
  if (!outcome) return { step, page: 'as before' }
  return { step, page: outcome.kind === 'saved' ? outcome.row.current_page : null }
}

/** What the model says to deeds in this order: the page that is shown at the end, or the first fault. */
export function judge(deeds: readonly Deed[]): { readonly shown: number | null; readonly fault: string | null } {
  const model = createModel()
  let shown: number | null = null
  for (const { step, page } of deeds) {
    if (page !== 'as before') shown = page
    let fault: string | null = null
    if (step.kind === 'delivery') fault = model.delivered(step.delivery, shown)
    else if (step.kind === 'unread') model.marked(step.arrival)
    else fault = model.undone(step.arrival, shown)
    if (fault) return { shown, fault }
  }
  return { shown, fault: null }
}

/** What the database has at the end; null when that is what is shown, with the sums of its series. */
export async function leftWrong({ run }: Pick<Reader, 'run'>, shown: number | null): Promise<string | null> {
  const [place] = await run<Record<string, number>>('select current_page, updated_at from read_progress', [])
  const page = place?.current_page ?? null
  if (page !== shown) return `the database has page ${page} instead of ${shown}`
  const [sums] = await run<Record<string, number>>(
    'select completed_count, in_progress_count, last_read_at from series_progress',
    [],
  )
  const expected = place && { completed_count: 0, in_progress_count: 1, last_read_at: place.updated_at }
  return JSON.stringify(sums) === JSON.stringify(expected) ? null : `the sums are ${JSON.stringify(sums)}`
}

export async function forgetPlaces(tx: Tx): Promise<void> {
  for (const table of ['read_progress', 'place_history', 'series_progress'] as const) {
    await tx.query.deleteFrom(table).execute()
  }
}
