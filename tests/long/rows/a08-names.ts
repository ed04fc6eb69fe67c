import { startInhabited } from '../../api/people'
import type { Outcome, Row, Trial } from '../harness/row'

/** Wrong passwords per name: the limit of one network. */
const TRIES = 10
const PASSWORD = 'Engine-No.1'
/** Share of the median; a busy machine is not more precise. */
const TOLERANCE = 0.1

export const namesAlike: Row = {
  id: 'A08',
  does: 'wrong passwords for names that there are and for names that there are not, in turns, ten each for so many names of either kind as there are rounds',
  required:
    'the same answer, byte for byte, and times that cannot be distinguished: p of at least 0.01, or medians that differ by less than a tenth',
  databases: ['sqlite', 'postgres'],
  rounds: 200,
  minutes: 60,
  run,
}

async function run({ database, rounds, say }: Trial): Promise<Outcome> {
  const octavo = await startInhabited({ database })
  const faults: string[] = []
  const times: Record<string, number[]> = { there: [], missing: [] }
  const bodies = new Set<string>()
  try {
    for (let n = 0; n < rounds; n++) {
      const username = `there-${n}`
      await octavo.admin.post('/api/v1/users', { username, email: `${username}@example.org`, password: PASSWORD })
    }
    say(`${rounds} users`)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      for (let n = 0; n < rounds; n++) {
        // In turns, and each first as often as the other.
        const pair = (n + attempt) % 2 === 0 ? ['there', 'missing'] : ['missing', 'there']
        for (const kind of pair) {
          const body = JSON.stringify({ username: `${kind}-${n}`, password: `Wrong guess ${attempt} of ${kind} ${n}` })
          const began = performance.now()
          const answer = await octavo.anonymous.fetch('/api/v1/auth/login', {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json' },
          })
          const text = await answer.text()
          times[kind]?.push(performance.now() - began)
          bodies.add(`${answer.status} ${text}`)
        }
      }
    }
  } finally {
    await octavo.stop()
  }
  const [there = [], missing = []] = [times.there, times.missing]
  const [one, other] = [median(there), median(missing)]
  if (bodies.size !== 1) faults.push(`${bodies.size} different answers: ${[...bodies].join(' | ').slice(0, 500)}`)
  const p = kolmogorovSmirnov(there, missing)
  const differ = Math.abs(one - other) > TOLERANCE * Math.max(one, other)
  if (differ && p < 0.01) faults.push(`medians of ${one} and ${other} ms, p ${p}`)
  return {
    n: there.length + missing.length,
    figure: `${bodies.size} answer for all, medians ${one.toFixed(1)} and ${other.toFixed(1)} ms (difference ${(one - other).toFixed(2)} ms), Kolmogorov-Smirnov p ${p.toFixed(2)}`,
    faults,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** How likely two samples of one distribution differ as much as these (Smirnov's asymptotic series). */
function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [a.toSorted((x, y) => x - y), b.toSorted((x, y) => x - y)]
  let [i, j, largest] = [0, 0, 0]
  while (i < left.length && j < right.length) {
    const next = Math.min(left[i] ?? 0, right[j] ?? 0)
    while (i < left.length && (left[i] ?? 0) <= next) i++
    while (j < right.length && (right[j] ?? 0) <= next) j++
    largest = Math.max(largest, Math.abs(i / left.length - j / right.length))
  }
  const root = Math.sqrt((left.length * right.length) / (left.length + right.length))
  const lambda = (root + 0.12 + 0.11 / root) * largest
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda)
  return lambda < 0.2 ? 1 : Math.min(1, Math.max(0, sum))
}
