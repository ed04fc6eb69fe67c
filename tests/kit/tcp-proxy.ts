/** A proxy between a server and its dependency, with faults chosen by a test. */
export interface TcpProxy {
  readonly port: number
  /** `pass` forwards everything; `refuse` accepts no connection; `hold` accepts them and forwards nothing. */
  set(mode: 'pass' | 'refuse' | 'hold'): void
  /** Cuts every open connection. */
  cut(): void
  stop(): void
}

interface Ends {
  other: Bun.Socket<Ends> | null
  waiting: Uint8Array[]
}

export async function startTcpProxy(target: { readonly hostname: string; readonly port: number }): Promise<TcpProxy> {
  let mode: 'pass' | 'refuse' | 'hold' = 'pass'
  const open = new Set<Bun.Socket<Ends>>()
  const handOn = (socket: Bun.Socket<Ends>, bytes: Uint8Array) => {
    if (mode === 'hold') return
    const { other, waiting } = socket.data
    if (other) other.write(bytes)
    else waiting.push(new Uint8Array(bytes))
  }
  const closed = (socket: Bun.Socket<Ends>) => {
    open.delete(socket)
    socket.data.other?.end()
  }
  const listener = Bun.listen<Ends>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(socket) {
        socket.data = { other: null, waiting: [] }
        if (mode === 'refuse') return void socket.terminate()
        open.add(socket)
        await Bun.connect<Ends>({
          ...target,
          data: { other: socket, waiting: [] },
          socket: {
            open(other) {
              open.add(other)
              socket.data.other = other
              for (const bytes of socket.data.waiting.splice(0)) other.write(bytes)
            },
            data: handOn,
            close: closed,
            error: closed,
          },
        }).catch(() => socket.terminate())
      },
      data: handOn,
      close: closed,
      error: closed,
    },
  })
  const cut = () => {
    for (const socket of open) socket.terminate()
    open.clear()
  }
  return {
    port: listener.port,
    set: next => {
      mode = next
    },
    cut,
    stop: () => {
      cut()
      listener.stop(true)
    },
  }
}
