import { sql } from 'kysely'
import { cachedValue, type Reader, runPrepared, searchFormOf } from '../../../db'
import { shapeFor } from '../../../kernel/memo'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { cleanName, facetKey, foldedPart } from './facet-name.rules'
import { facetsByKeys, facetsByName } from './facet-rows.queries'

/** The visible names of a kind, sorted: any page is a slice. */
export interface FacetIndex {
  readonly pks: Int32Array
  /** Number of visible series, by the same index. */
  readonly counts: Int32Array
  readonly letters: readonly FacetLetter[]
}

export interface FacetLetter {
  readonly group: string
  readonly count: number
}

/** Rows per statement, so that none takes long. */
const STEP = 10_000

/** By name. Built in steps, and cached until the catalogue changes. */
export function facetIndex(reader: Reader, viewer: Viewer, kind: string): Promise<FacetIndex> {
  const shape = shapeFor(viewer, 'catalogue', 'facet index', kind)
  return cachedValue(reader, shape, async () => indexOf(reader, kind, await seriesCounts(reader, viewer)))
}

/** The same, most series first. */
export function facetsByCount(reader: Reader, viewer: Viewer, kind: string): Promise<FacetIndex> {
  return cachedValue(reader, shapeFor(viewer, 'catalogue', 'facets by count', kind), async () => {
    const { pks, counts } = await facetIndex(reader, viewer, kind)
    const order = Int32Array.from(pks.keys()).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
    return { pks: order.map(at => pks[at] ?? 0), counts: order.map(at => counts[at] ?? 0), letters: [] }
  })
}

/** The most used names, cached until the catalogue changes. */
export function mostUsedNames(reader: Reader, viewer: Viewer, kind: string, limit: number): Promise<readonly string[]> {
  return cachedValue(reader, shapeFor(viewer, 'catalogue', 'most used names', kind, limit), async () => {
    const { pks } = await facetsByCount(reader, viewer, kind)
    return (await facetsByKeys(reader, viewer, [...pks.subarray(0, limit)])).map(({ name }) => name)
  })
}

/** Entries of an index whose name or alias contains a text. */
export async function facetsWith(
  reader: Reader,
  { pks, counts, letters }: FacetIndex,
  kind: string,
  text: string,
): Promise<FacetIndex> {
  const found = await facetsContaining(reader, kind, text)
  const at = Int32Array.from(pks.keys()).filter(index => found.has(pks[index] ?? 0))
  return {
    pks: at.map(index => pks[index] ?? 0),
    counts: at.map(index => counts[index] ?? 0),
    letters: lettersOf(letters, at),
  }
}

/** The entry of an index with this name or alias. */
export async function facetNamed(reader: Reader, index: FacetIndex, kind: string, name: string): Promise<FacetIndex> {
  const key = facetKey(cleanName(name))
  const pk = (await facetsByName(reader, kind, [key])).get(key)?.pk
  const at = pk === undefined ? -1 : index.pks.indexOf(pk)
  const slice = (all: Int32Array) => (at < 0 ? all.subarray(0, 0) : all.subarray(at, at + 1))
  return { pks: slice(index.pks), counts: slice(index.counts), letters: [] }
}

/** Number of the given entries in each group of an index. */
function lettersOf(letters: readonly FacetLetter[], places: Int32Array): FacetLetter[] {
  let end = 0
  let next = 0
  return letters.flatMap(({ group, count }) => {
    end += count
    const from = next
    while (next < places.length && (places[next] ?? 0) < end) next++
    return next > from ? [{ group, count: next - from }] : []
  })
}

/** Number of visible series by name key: counts all kinds at once. */
async function seriesCounts(reader: Reader, viewer: Viewer): Promise<ReadonlyMap<number, number>> {
  const { pks, counts } = await cachedValue(reader, shapeFor(viewer, 'catalogue', 'facet counts'), async () => {
    const counts = new Map<number, number>()
    for (let after: Place | undefined = { facet: 0, series: 0 }; after; ) {
      const step = await countStep(reader, viewer, after)
      for (const { pk, count } of step.rows) counts.set(pk, (counts.get(pk) ?? 0) + count)
      after = step.last
    }
    return { pks: Int32Array.from(counts.keys()), counts: Int32Array.from(counts.values()) }
  })
  return new Map(Array.from(pks, (pk, at) => [pk, counts[at] ?? 0]))
}

interface Place {
  readonly facet: number
  readonly series: number
}

async function countStep(
  reader: Reader,
  viewer: Viewer,
  after: Place,
): Promise<{ rows: { pk: number; count: number }[]; last: Place | undefined }> {
  const values = { facet: after.facet, series: after.series }
  const steps = (p: typeof values) => sql`select facet_pk, series_pk from series_facets
    where (facet_pk, series_pk) > (${p.facet}, ${p.series}) order by facet_pk, series_pk`
  const rows = await runPrepared<{ pk: number; count: number }, typeof values>(
    reader,
    `facets.counts|${visibilityKey(viewer)}`,
    values,
    p => sql`select step.facet_pk as pk, count(*) as count from (${steps(p)} limit ${sql.lit(STEP)}) as step
      cross join series where series.pk = step.series_pk and series.book_count > 0
        and ${visible(viewer, 'series.library_pk')} group by step.facet_pk`,
  )
  const [last] = await runPrepared<{ facet_pk: number; series_pk: number }, typeof values>(
    reader,
    'facets.counts-step',
    values,
    p => sql`${steps(p)} limit 1 offset ${sql.lit(STEP - 1)}`,
  )
  return { rows, last: last && { facet: last.facet_pk, series: last.series_pk } }
}

async function indexOf(reader: Reader, kind: string, counts: ReadonlyMap<number, number>): Promise<FacetIndex> {
  const pks: number[] = []
  const letters: { group: string; count: number }[] = []
  for (let after = { key: '', pk: 0 }; ; ) {
    const values = { kind, key: after.key, pk: after.pk }
    const rows = await runPrepared<{ pk: number; sort_key: string }, typeof values>(
      reader,
      'facets.in-order',
      values,
      p => sql`select pk, sort_key from facets where kind = ${p.kind} and alias_of is null
        and (sort_key, pk) > (${p.key}, ${p.pk}) order by sort_key, pk limit ${sql.lit(STEP)}`,
    )
    for (const { pk, sort_key } of rows) {
      if (!counts.has(pk)) continue
      pks.push(pk)
      const group = letterOf(sort_key)
      const last = letters.at(-1)
      if (last?.group === group) last.count++
      else letters.push({ group, count: 1 })
    }
    const last = rows.at(-1)
    if (!last || rows.length < STEP) break
    after = { key: last.sort_key, pk: last.pk }
  }
  return { pks: Int32Array.from(pks), counts: Int32Array.from(pks, pk => counts.get(pk) ?? 0), letters }
}

/** The first character; numbers, whose keys begin with their length, form one group. */
function letterOf(sortKey: string): string {
  const [first = '#'] = sortKey
  return /\p{L}/u.test(first) ? first : '#'
}

/** Keys of names of a kind that contain a text, or whose alias does. */
async function facetsContaining(reader: Reader, kind: string, text: string): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  const like = `%${foldedPart(text).replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  for (let after = 0; ; after += STEP) {
    const values = { kind, like, after, until: after + STEP }
    const rows = await runPrepared<{ pk: number; is_last: number }, typeof values>(
      reader,
      'facets.containing',
      values,
      p => sql`select coalesce(alias_of, pk) as pk, 0 as is_last from facets where pk > ${p.after} and pk <= ${p.until}
          and kind = ${p.kind} and ${searchFormOf(sql`name_key`)} like ${p.like} escape '\\'
        union all select 0, 1 where not exists (select 1 from facets where pk > ${p.until})`,
    )
    for (const { pk } of rows) found.add(pk)
    if (rows.some(row => row.is_last === 1)) return found
  }
}
