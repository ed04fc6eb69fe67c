import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { toast } from '../../ui/toast'
import { tr } from '../messages'
import type { View } from './bridge/geometry.rules'
import type { FontFile, FoundMark, FrameConfig, FrameMark, FromFrame, ReadingStyle, ToFrame } from './bridge/protocol'
import type { Chapters } from './chapter/chapters'
import { frameDocument } from './chapter/frame-document'
import { fixedSize } from './chapter/parse-chapter'
import classes from './chapter-frame.module.css'
import type { PageBox } from './fixed-spreads.rules'

export interface FrameHandle {
  post(message: ToFrame): void
  focus(): void
}

type Props = {
  readonly handle: Ref<FrameHandle>
  readonly chapters: Chapters
  readonly index: number
  readonly fixedLayout: boolean
  readonly style: ReadingStyle
  readonly fonts: readonly FontFile[]
  readonly marks: readonly FrameMark[]
  /** Of a fixed-layout page; null: the whole view. */
  readonly box: PageBox | null
  /** `partner` is next to the current page. */
  readonly shown: 'true' | 'partner' | 'false'
  /** Changes when a failed chapter is retried. */
  readonly attempt: number
  readonly onSize: ((index: number, size: View | null) => void) | undefined
  readonly onMessage: (index: number, message: FromFrame) => void
  readonly onError: (index: number, error: unknown) => void
  readonly onFound: (marks: readonly FoundMark[]) => void
}

/** One chapter in a separate frame with an opaque origin: it can neither see the app nor send anything. */
export function ChapterFrame({
  handle,
  chapters,
  index,
  fixedLayout,
  style,
  fonts,
  marks,
  box,
  shown,
  attempt,
  onSize,
  onMessage,
  onError,
  onFound,
}: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [token] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const [content, setContent] = useState<string | null>(null)
  const [leftOut, setLeftOut] = useState(false)
  const ready = useRef(false)
  const latest = useRef(style)
  latest.current = style
  const latestFonts = useRef(fonts)
  latestFonts.current = fonts
  const latestMarks = useRef(marks)
  latestMarks.current = marks

  const post = (message: ToFrame) => frame.current?.contentWindow?.postMessage({ ...message, token }, '*')
  useImperativeHandle(handle, () => ({ post, focus: () => frame.current?.focus() }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what it is for
  useEffect(() => {
    let gone = false
    chapters.open(index).then(
      ({ document, clean, leftOut, place, bridge }) => {
        const fixed = fixedLayout ? fixedSize(document) : null
        const config: FrameConfig = { style: latest.current, fixed, token }
        if (gone) return
        onSize?.(index, fixed)
        setLeftOut(leftOut)
        setContent(frameDocument(clean, place, config, bridge))
      },
      error => gone || onError(index, error),
    )
    return () => {
      gone = true
    }
  }, [chapters, index, fixedLayout, token, attempt, onSize, onError])

  const isShown = shown !== 'false'
  useEffect(() => {
    if (leftOut && isShown) toast({ message: tr('epub.leftOut') })
  }, [leftOut, isShown])

  useEffect(() => {
    const onWindowMessage = (event: MessageEvent) => {
      // Other senders are not our frame and do not know its token.
      if (event.source !== frame.current?.contentWindow || event.data?.token !== token) return
      const message = event.data as FromFrame
      if (message.kind === 'found') return onFound(message.marks)
      if (message.kind === 'ready') {
        ready.current = true
        const tell = (first: ToFrame) => frame.current?.contentWindow?.postMessage({ ...first, token }, '*')
        if (latestFonts.current.length > 0) tell({ kind: 'fonts', files: latestFonts.current })
        tell({ kind: 'marks', marks: latestMarks.current })
      }
      onMessage(index, message)
    }
    window.addEventListener('message', onWindowMessage)
    return () => window.removeEventListener('message', onWindowMessage)
  }, [index, token, onMessage, onFound])

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent when the style changes, and only then
  useEffect(() => {
    if (ready.current) post({ kind: 'style', style })
  }, [style])

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent when the font changes, and only then
  useEffect(() => {
    if (ready.current) post({ kind: 'fonts', files: fonts })
  }, [fonts])

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent when the marks change, and only then
  useEffect(() => {
    if (ready.current) post({ kind: 'marks', marks })
  }, [marks])

  if (content === null) return null
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      data-shown={shown}
      style={box ? { left: box.left, width: box.width, height: box.height } : undefined}
      inert={shown === 'false'}
      title={tr('epub.chapterFrame')}
      // Never with allow-same-origin: the book would then run as the app.
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      srcDoc={content}
    />
  )
}
