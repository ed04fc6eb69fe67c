import { allowColumns } from './book-columns'
import { createFonts } from './fonts'
import { listen, listenToSelection, nextPicture } from './input'
import { createPages } from './pages'
import type { FrameConfig, FromFrame, ToFrame } from './protocol'

/**
 * Our only script inside a chapter. It runs in a frame with an opaque origin: it sees only the chapter and communicates
 * with the reader by messages. It is built separately, so it imports only from this folder and pure rules.
 */
const PATIENCE_MS = 2500
const script = document.querySelector<HTMLScriptElement>('script[data-octavo]')
const config = JSON.parse(script?.dataset.octavo ?? 'null') as FrameConfig | null

if (config) {
  // Styles decide the layout, pictures only shift it: wait for the former, and briefly for the latter.
  const loaded = new Promise(resolve => window.addEventListener('load', resolve, { once: true }))
  const patience = new Promise(resolve => setTimeout(resolve, PATIENCE_MS))
  void Promise.race([loaded, patience]).then(() => begin(config))
}

function begin(config: FrameConfig): void {
  const send = (message: FromFrame) => window.parent.postMessage({ ...message, token: config.token }, '*')
  allowColumns()
  const pages = createPages(config)
  const fonts = createFonts()
  /** Until the first `go`, the chapter is at no place. */
  let isPlaced = false
  const tell = (turned = false) => isPlaced && send({ kind: 'place', place: pages.place(), turned })

  window.addEventListener('message', event => {
    const message = event.data as ToFrame & { token?: unknown }
    if (event.source !== window.parent || message?.token !== config.token) return
    if (message.kind === 'fonts') {
      return void fonts.set(message.files).then(() => {
        pages.relay()
        tell()
      })
    }
    // Laid out with its font at once, so that an opened chapter does not shift. All the others follow in order.
    void fonts.ready().then(() => act(message))
  })

  function act(message: Exclude<ToFrame, { readonly kind: 'fonts' }>): unknown {
    if (message.kind === 'turn') {
      return pages.turn(message.move) ? tell(true) : send({ kind: 'edge', move: message.move })
    }
    if (message.kind === 'go') {
      isPlaced = true
      pages.go(message.target)
    } else if (message.kind === 'style') pages.restyle(message.style)
    else if (message.kind === 'marks') send({ kind: 'found', marks: pages.marks.set(message.marks) })
    else if (message.kind === 'unselect') return getSelection()?.removeAllRanges()
    else if (message.kind === 'select') {
      const { from, to } = pages.place()
      pages.marks.select(message.step, from, to)
      // Not once it rests: the next key is for the selection.
      return send({ kind: 'selection', selected: pages.marks.selected() })
    } else if (message.kind === 'picture') {
      const picture = nextPicture()
      return picture ? send({ kind: 'image', ...picture }) : undefined
    } else if (message.kind === 'speak') {
      if (!pages.speak(message.span)) return
    } else if (message.kind === 'scroll') return pages.scroll(message.share)
    tell()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (work: () => void) => () => {
    clearTimeout(timer)
    timer = setTimeout(work, 120)
  }
  const relay = soon(() => {
    pages.relay()
    tell()
  })
  window.addEventListener('resize', relay)
  // Late pictures and fonts move the text. (Our own stylesheet fires "load" too, whenever it changes.)
  document.addEventListener('load', event => event.target instanceof HTMLStyleElement || relay(), true)
  document.fonts?.addEventListener('loadingdone', relay)
  document.addEventListener(
    'scroll',
    soon(() => {
      pages.rest()
      tell()
    }),
  )
  listenToSelection(send, pages.marks)
  listen(send, pages)
  send({ kind: 'ready' })
}
