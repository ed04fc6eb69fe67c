import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useScheme } from './appearance'
import { cssVariablesResolver, theme } from './theme'

/** Applies our tokens to Mantine; follows the system's or the reader's colour scheme. */
export function AppTheme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={useScheme()}>
      {children}
    </MantineProvider>
  )
}
