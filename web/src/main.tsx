import './early/early'
import './theme/index.css'
import './ui/mantine.css'
import './ui/overlay-styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client'
import { followTracing } from './features/tracing'
import { loadMessages } from './messages'
import { followVersions } from './routes/new-version'
import { router } from './routes/router'
import { paintAccent } from './theme/appearance'
import { preventDoubleSubmit } from './ui/double-submit'
import { ownFieldFaults } from './ui/own-field-faults'

followVersions()
paintAccent()
preventDoubleSubmit()
ownFieldFaults()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await loadMessages()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
followTracing(router)
// The page is rendered first.
setTimeout(() => void import('./later').catch(() => undefined), 2500)
