import type { Reader, Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'

/** A series that gets tags, with its library. */
export interface TaggedSeries {
  readonly id: string
  readonly title: string
  readonly library: { readonly pk: number; readonly id: string; readonly name: string }
}

/** Interface to the catalogue, a higher layer; implemented by the composition root. */
export interface SharedSeries {
  /** @throws NotFound */
  find(reader: Reader, viewer: Viewer, id: string): Promise<TaggedSeries>
  setSet(tx: Tx, seriesPk: number, setPk: number | null): Promise<void>
  replaceSet(tx: Tx, fromPk: number, toPk: number | null): Promise<void>
  /** Publishes the events of a series whose tags have changed. */
  publish(tx: Tx, series: TaggedSeries): void
}
