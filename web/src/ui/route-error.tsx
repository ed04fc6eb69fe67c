import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isNotFound } from '../api/client'
import { NotFoundPage } from './not-found-page'
import { Trouble } from './trouble'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isNotFound(error)) return <NotFoundPage />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <Trouble level={1} error={error} onRetry={retry} />
}
