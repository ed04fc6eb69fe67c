import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useScheme } from './appearance'
import { cssVariablesResolver, theme } from './theme'

/** Our tokens on Mantine's; follows the system or the scheme that the reader has chosen. */
export function AppTheme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={useScheme()}>
      {children}
    </MantineProvider>
  )
}
