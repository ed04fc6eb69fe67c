import { spawnSync } from 'node:child_process'

/** A network namespace with a link to this one. */
export interface Network {
  readonly name: string
  /** The address of this side, for a server to listen on. */
  readonly here: string
  /** Takes the link down: nobody is notified, not even by a FIN. */
  readonly cut: () => void
  readonly restore: () => void
  readonly remove: () => void
}

/** Makes the nth namespace of this process. Its addresses are of 198.18.0.0/15, which is reserved for tests (RFC 2544). */
export function makeNetwork(number: number): Network {
  const name = `octavo-${process.pid}-${number}`
  const [outer, inner] = [`oc${process.pid % 100000}x${number}`, `oc${process.pid % 100000}y${number}`]
  const [here, there] = [`198.18.${number}.1`, `198.18.${number}.2`]
  ip('netns', 'add', name)
  ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner)
  ip('link', 'set', inner, 'netns', name)
  ip('addr', 'add', `${here}/30`, 'dev', outer)
  ip('link', 'set', outer, 'up')
  ip('-n', name, 'addr', 'add', `${there}/30`, 'dev', inner)
  const raise = () => ip('-n', name, 'link', 'set', inner, 'up')
  const route = () => ip('-n', name, 'route', 'replace', 'default', 'via', here)
  raise()
  route()
  return {
    name,
    here,
    cut: () => ip('-n', name, 'link', 'set', inner, 'down'),
    restore: () => {
      raise()
      // The kernel forgets ways over a line that is down.
      route()
    },
    remove: () => ip('netns', 'del', name),
  }
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}
