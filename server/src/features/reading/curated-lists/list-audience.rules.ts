/** Who sees a list: everybody, or users by their keys. */
export type AudienceOfList = 'all' | ReadonlySet<number>

/** Users by their keys, or everybody except some. Null: nobody. */
interface Named {
  readonly userPks?: readonly number[]
  readonly exceptPks?: readonly number[]
}

/** Who sees a list no longer, since now, and as before. */
export function audienceChange(
  before: AudienceOfList,
  after: AudienceOfList,
): Readonly<Record<'lost' | 'gained' | 'stayed', Named | null>> {
  return { lost: without(before, after), gained: without(after, before), stayed: both(before, after) }
}

function without(from: AudienceOfList, others: AudienceOfList): Named | null {
  if (others === 'all') return null
  if (from === 'all') return { exceptPks: [...others] }
  return named([...from].filter(pk => !others.has(pk)))
}

function both(one: AudienceOfList, other: AudienceOfList): Named | null {
  if (one === 'all') return other === 'all' ? {} : named([...other])
  return named(other === 'all' ? [...one] : [...one].filter(pk => other.has(pk)))
}

const named = (userPks: readonly number[]): Named | null => (userPks.length === 0 ? null : { userPks })
