import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../auth'
import { Bar } from './bar'

/** Shown on every page while viewing as another user. */
export function ViewingAsBar() {
  const { data: user } = useQuery({ ...sessionQuery, enabled: false })
  if (!user?.seenBy) return null
  return <Bar name={user.username} endsAt={user.seenBy.endsAt} />
}
