import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { patiently } from '../../ui/lazy-part'
import { sessionQuery } from '../auth'
import { Bar } from './bar'
import { loadViewingAsMessages } from './messages'

/** Shown on every page while viewing as another user. */
export function ViewingAsBar() {
  const { data: user } = useQuery({ ...sessionQuery, enabled: false })
  const isSeen = Boolean(user?.seenBy)
  const [hasWords, setHasWords] = useState(false)
  useEffect(() => {
    if (isSeen) void patiently(loadViewingAsMessages).then(() => setHasWords(true))
  }, [isSeen])
  if (!user?.seenBy || !hasWords) return null
  return <Bar name={user.username} endsAt={user.seenBy.endsAt} />
}
