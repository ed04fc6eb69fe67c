import { MantineProvider } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { useScheme } from './appearance'
import { cssVariablesResolver, theme } from './theme'

/** Applies our tokens to Mantine; follows the system's or the reader's colour scheme, after what chose it is painted. */
export function AppTheme({ children }: { readonly children: ReactNode }) {
  const scheme = useDeferredValue(useScheme())
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  )
}
