import { LIST_MEMBERS } from '@octavo/contract/curated-list'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { cleanLine, nameKey } from '../../../kernel/text'
import type { DataPart, Importing } from '../../../platform/data-part'
import { requireSpace } from './change-members'
import { checkLine } from './check-list'
import type { CuratedListRow } from './curated-list-row'
import { decisionsIn, seenMembers, visibleLists } from './curated-lists.queries'
import { namedList } from './export-list'
import { COLLECTION, type Kind, READ_LIST } from './kind'
import { cblText } from './list-text'
import { wantedKey } from './match.rules'
import { addEntries, addMembers, type NewEntry } from './members.store'
import { createList } from './save-list'

const { curatedLists } = LIMITS
const common = {
  name: z.string().max(curatedLists.name),
  summary: z.string().max(curatedLists.summary).nullable(),
  ordered: z.boolean(),
  condition: z.record(z.string(), z.unknown()).nullable(),
}
const CollectionRow = z.object({ ...common, series: z.array(z.string()).max(LIST_MEMBERS) })
const Year = z.int().min(1).max(9999).nullable()
const EntryRow = z.object({
  book: z.string().nullable(),
  series: z.string().max(curatedLists.series),
  number: z.string().max(curatedLists.number).nullable(),
  volume: z.int().min(0).max(1_000_000_000).nullable(),
  year: Year,
  section: z.string().max(curatedLists.section).nullable(),
  /** Absent in older archives. */
  undecided: z.boolean().nullish(),
})
const ReadListRow = z.object({ ...common, entries: z.array(EntryRow).max(LIST_MEMBERS) })
type CollectionRow = z.infer<typeof CollectionRow>
type ReadListRow = z.infer<typeof ReadListRow>

/** A user's own collections; imported as private ones. */
export const COLLECTIONS_PART: DataPart<CollectionRow> = {
  name: 'collections',
  row: CollectionRow,
  async *rows(reader, viewer, mentions) {
    for (const list of await ownLists({ reader, viewer }, COLLECTION)) {
      const members = list.condition === null ? await seenMembers(reader, viewer, COLLECTION, list.pk) : []
      for (const { itemPk } of members) if (itemPk !== null) mentions.series.add(itemPk)
      yield [{ ...commonOf(list), series: members.map(({ id }) => id) }]
    }
  },
  judge: (importing, rows) => judgeLists(importing, COLLECTION, rows),
  save: (importing, rows) =>
    saveLists(importing, COLLECTION, rows, row => async (tx, listPk) => {
      const pks = [...new Set(row.series.flatMap(id => importing.series(id)?.pk ?? []))]
      await addMembers(
        tx,
        COLLECTION,
        listPk,
        pks,
        await requireSpace(tx, COLLECTION, listPk, pks.length),
        importing.now,
      )
    }),
}

/** A user's own read lists; books that do not exist here become missing ones. */
export const READ_LISTS_PART: DataPart<ReadListRow> = {
  name: 'read-lists',
  row: ReadListRow,
  async *rows(reader, viewer, mentions) {
    for (const list of await ownLists({ reader, viewer }, READ_LIST)) {
      if (list.condition !== null) {
        yield [{ ...commonOf(list), entries: [] }]
        continue
      }
      const members = await seenMembers(reader, viewer, READ_LIST, list.pk)
      for (const { itemPk } of members) if (itemPk !== null) mentions.books.add(itemPk)
      const { entries } = await namedList(reader, viewer, list)
      const decisions = await decisionsIn(reader, list.pk)
      const rows = entries.map((entry, at) => {
        const member = members[at]
        const book = member && member.itemPk !== null ? member.id : null
        return { book, ...entry, undecided: (book === null && member && decisions.get(member.pk)) ?? null }
      })
      yield [{ ...commonOf(list), entries: rows }]
    }
  },
  async *files(reader, viewer) {
    const used = new Set<string>()
    for (const list of await ownLists({ reader, viewer }, READ_LIST)) {
      const stem = list.name.replace(/[\\/:*?"<>|.\p{Cc}]/gu, '_').slice(0, 80)
      let name = stem
      for (let n = 2; used.has(name.toLowerCase()); n++) name = `${stem} (${n})`
      used.add(name.toLowerCase())
      yield { name: `read-lists/${name}.cbl`, text: cblText(await namedList(reader, viewer, list)) }
    }
  },
  judge: (importing, rows) => judgeLists(importing, READ_LIST, rows),
  save: (importing, rows) =>
    saveLists(importing, READ_LIST, rows, row => async (tx, listPk) => {
      const entries = entriesOf(importing, row)
      await addEntries(tx, listPk, entries, await requireSpace(tx, READ_LIST, listPk, entries.length), importing.now)
    }),
}

const commonOf = ({ name, summary, ordered, condition }: CuratedListRow) => ({
  ...{ name, summary, ordered },
  condition: condition === null ? null : JSON.parse(condition),
})

async function ownLists({ reader, viewer }: Pick<Importing, 'reader' | 'viewer'>, kind: Kind) {
  return (await visibleLists(reader, viewer, kind)).filter(list => list.owner_pk === viewer.userPk)
}

/** An existing list of the same name stays as it is. */
async function judgeLists(importing: Importing, kind: Kind, rows: readonly { readonly name: string }[]) {
  const known = new Set((await ownLists(importing, kind)).map(({ name }) => nameKey(name)))
  return rows.map(({ name }) => (known.has(nameKey(name)) ? 'known' : 'taken'))
}

type Fill = NonNullable<Parameters<typeof createList>[4]>

/** One by one: a rejected list does not affect the others. */
async function saveLists<Row extends CollectionRow | ReadListRow>(
  importing: Importing,
  kind: Kind,
  rows: readonly Row[],
  fill: (row: Row) => Fill,
): Promise<readonly Row[]> {
  const { reader, write, viewer, now, rename } = importing
  const refused: Row[] = []
  for (const row of rows) {
    const { name, summary, ordered } = row
    const condition = row.condition && JSON.parse(rename(JSON.stringify(row.condition)))
    const request = { name, summary, ordered: ordered && condition === null, condition, visibility: 'private' } as const
    try {
      await createList({ reader, write, now: () => now }, kind, viewer, request, condition ? undefined : fill(row))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(row)
    }
  }
  return refused
}

function entriesOf(importing: Importing, { entries }: ReadListRow): NewEntry[] {
  const taken = new Set<number>()
  return entries.flatMap((entry, at): NewEntry[] => {
    const bookPk = entry.book === null ? null : (importing.book(entry.book)?.pk ?? null)
    if (bookPk !== null && taken.has(bookPk)) return []
    if (bookPk !== null) taken.add(bookPk)
    const text = (name: 'series' | 'number' | 'section') =>
      checkLine(`entries.${at}.${name}`, cleanLine(entry[name] ?? ''), curatedLists[name]) || null
    const series = text('series')
    if (bookPk === null && series === null) return []
    const { volume, year } = entry
    const wanted = series && { series, key: wantedKey(series), number: text('number'), volume, year }
    return [{ bookPk, section: text('section'), wanted: wanted || null, undecided: wanted ? entry.undecided : null }]
  })
}
