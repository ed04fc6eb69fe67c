import type { Environment } from '../config'

export interface Desk {
  readonly environment: Environment
  readonly platform: NodeJS.Platform
  /** Whether a person is at a terminal, rather than a service manager or a pipe. */
  readonly isTerminal: boolean
}

/** The command that opens an address in the user's browser; null without one. */
export function browserCommand({ environment, platform, isTerminal }: Desk, url: string): string[] | null {
  const isElsewhere = environment.SSH_CONNECTION !== undefined || environment.SSH_TTY !== undefined
  if (!isTerminal || isElsewhere || environment.BROWSER === 'none') return null
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  const hasScreen = Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
  return hasScreen ? ['xdg-open', url] : null
}

/** Opens the address if possible, and ignores failure: the link is printed as well. */
export function openBrowser(desk: Desk, url: string): void {
  const command = browserCommand(desk, url)
  if (!command) return
  try {
    const child = Bun.spawn(command, { env: desk.environment, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    child.unref()
  } catch {
    // The program is not installed.
  }
}
