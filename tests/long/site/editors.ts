import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { Client } from '../../kit/client'
import type { Random } from '../harness/random'
import type { Site } from './site'

/** For each field the number of the last acknowledged edit. */
type Edited = ReadonlyMap<Field, number>

/** People who edit books with increasing numbers, so that a lost edit is always visible. */
export interface Editors {
  /** Acknowledged so far. */
  said(): number
  stop(): Promise<void>
  /** Acknowledged edits missing in the database, in words. */
  lost(): Promise<string[]>
  /** The same by request and exactly, with their locks; once they have stopped. */
  lostInTheEnd(): Promise<{ readonly faults: string[]; readonly fields: number }>
}

const FIELDS = ['title', 'summary', 'publisher', 'number'] as const
type Field = (typeof FIELDS)[number]

const PAUSE_MS = 25

export function startEditors(
  { admin, site, ids, random }: { admin: Client; site: Site; ids: readonly string[]; random: Random },
  people: number,
): Editors {
  const edited = new Map<string, Map<Field, number>>()
  let going = true
  let last = 0
  let said = 0

  async function edit(id: string, field: Field): Promise<void> {
    const number = ++last
    const answer = await admin
      .fetch(`/api/v1/books/${id}/metadata`, {
        method: 'PATCH',
        body: JSON.stringify({ [field]: editOf(field, number) }),
        headers: { 'content-type': 'application/json' },
      })
      .catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    const fields = edited.get(id) ?? new Map<Field, number>()
    if (answer?.ok) {
      edited.set(id, fields.set(field, number))
      said++
    } else if (!answer || answer.status >= 500) {
      // It may have been done or not.
      fields.delete(field)
    }
  }

  const all = Array.from({ length: people }, async (_, person) => {
    const own = ids.filter((_id, index) => index % people === person)
    const chance = random.branch(`editor ${person}`)
    while (going) {
      await edit(chance.pick(own), chance.pick(FIELDS))
      await Bun.sleep(PAUSE_MS)
    }
  })

  return {
    said: () => said,
    async stop() {
      going = false
      await Promise.all(all)
    },
    async lost() {
      // What is acknowledged from now on may be later than what is read here.
      const before = new Map([...edited].map(([id, fields]) => [id, new Map(fields)]))
      const rows = new Map((await shown(site)).map(row => [row.id, row]))
      return [...before].flatMap(([id, fields]) => lostOf(id, fields, rows.get(id)))
    },
    async lostInTheEnd() {
      const faults: string[] = []
      let count = 0
      for (const [id, fields] of edited) {
        const now = await admin.get<BookMetadataResponse>(`/api/v1/books/${id}/metadata`)
        for (const [field, number] of fields) {
          count++
          const is = now[field]
          if (is !== editOf(field, number))
            faults.push(`${field} of ${id} is ${is} instead of ${editOf(field, number)}`)
          if (!now.locks[`${field}Lock`]) faults.push(`${field} of ${id} is locked no longer`)
        }
      }
      return { faults, fields: count }
    },
  }
}

function editOf(field: Field, number: number): string | number {
  return field === 'number' ? 10_000 + number : `Edit ${number}`
}

type Shown = { readonly id: string } & Readonly<Record<Field, string | number | null>>

function shown(site: Site): Promise<readonly Shown[]> {
  return site.run<Shown>(`select books.id, books.title, books.number, book_metadata.summary, book_metadata.publisher
    from books left join book_metadata on book_metadata.book_pk = books.pk`)
}

function lostOf(id: string, fields: Edited, row: Shown | undefined): string[] {
  const numberIn = (field: Field) => {
    const value = row?.[field] ?? null
    return field === 'number' ? Number(value ?? 0) - 10_000 : Number(/^Edit (\d+)$/.exec(`${value}`)?.[1] ?? 0)
  }
  return [...fields]
    .filter(([field, number]) => numberIn(field) < number)
    .map(([field, number]) => `${field} of ${id} is ${row?.[field]}, edit ${number} was acknowledged`)
}
