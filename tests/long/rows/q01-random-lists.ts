import { askAtRandom } from '../../api/random-lists/ask'
import { openEmpty } from '../../api/random-lists/empty-database'
import type { Outcome, Row, Trial } from '../harness/row'

/** Questions to one catalogue: then comes another. */
const OF_ONE = 1000
/** About 1,200 books, so that pages lie deep in a list. */
const SERIES = 300

export const randomLists: Row = {
  id: 'Q01',
  does: 'random questions to lists of books and series, a thousand to each random catalogue: trees of conditions on every field by every operator, searches, up to three sort keys with mixed orders among them, pages, hidden books, and viewers limited by library, sharing tags and age; somebody writes after each 25',
  required: 'the items, order, totals and page links that a plain filter, sort and cut in memory gives',
  databases: ['sqlite', 'postgres'],
  rounds: 10,
  minutes: 60,
  run,
}

async function run({ database, rounds, random, say }: Trial): Promise<Outcome> {
  let [questions, items] = [0, 0]
  const faults: string[] = []
  for (let round = 0; round < rounds && faults.length === 0; round++) {
    const empty = await openEmpty(database)
    try {
      const seed = random.whole(2 ** 31)
      const answered = await askAtRandom(empty.connection, { seed, series: SERIES, questions: OF_ONE })
      questions += answered.questions
      items += answered.items
      faults.push(...answered.faults)
    } finally {
      await empty.close()
    }
    say(`${questions} questions`)
  }
  return { n: questions, figure: `${faults.length} of ${questions} answers differ, ${items} items compared`, faults }
}
