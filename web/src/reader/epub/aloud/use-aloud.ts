import { useCallback, useEffect, useRef, useState } from 'react'
import { nextChapter } from '../opening.rules'
import { findNearest } from '../text-fold.rules'
import type { Epub } from '../use-epub'
import { type Sentence, sentencesFrom } from './sentences.rules'

/** Reads the book aloud with the browser's voices, sentence by sentence. */
export interface Aloud {
  readonly can: boolean
  readonly state: 'off' | 'speaking' | 'paused' | 'failed'
  readonly voices: readonly SpeechSynthesisVoice[]
  /** From a selection, or from the first words on the screen. */
  readonly start: (from?: { readonly quote: string; readonly progression: number }) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly step: (by: 1 | -1) => void
  readonly stop: () => void
}

interface Reading {
  readonly chapter: number
  readonly text: string
  readonly sentences: readonly Sentence[]
  at: number
}

/** Some browsers, and most web views, have none. */
const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined

export function useAloud(epub: Epub): Aloud {
  const [state, setState] = useState<Aloud['state']>('off')
  const voices = useVoices()
  const latest = useRef(epub)
  latest.current = epub
  const reading = useRef<Reading | null>(null)
  /** Identifies the spoken sentence: late events of earlier ones are ignored. */
  const turn = useRef(0)

  const end = useCallback((state: Aloud['state']) => {
    turn.current++
    speech?.cancel()
    reading.current = null
    latest.current.frames.post({ kind: 'speak', span: null })
    setState(state)
  }, [])

  const speak = useCallback(() => {
    const now = reading.current
    const sentence = now?.sentences[now.at]
    if (!speech || !now || !sentence) return end('off')
    const { settings } = latest.current.saved
    const mine = ++turn.current
    speech.cancel()
    const utterance = new SpeechSynthesisUtterance(now.text.slice(sentence.start, sentence.end))
    const language = latest.current.manifest.metadata.language
    if (language) utterance.lang = language
    const voice = speech.getVoices().find(({ voiceURI }) => voiceURI === settings.voice)
    if (voice) utterance.voice = voice
    utterance.rate = settings.speechRate
    utterance.onend = () => {
      if (mine !== turn.current) return
      now.at++
      if (now.at < now.sentences.length) speak()
      else void goOn.current(now.chapter)
    }
    utterance.onerror = ({ error }) => {
      if (mine === turn.current && error !== 'interrupted' && error !== 'canceled') end('failed')
    }
    latest.current.frames.post({ kind: 'speak', span: sentence })
    setState('speaking')
    speech.speak(utterance)
  }, [end])

  const open = useCallback(
    async (chapter: number, placeIn: (words: Awaited<ReturnType<Epub['chapters']['words']>>) => number) => {
      const mine = ++turn.current
      const words = await latest.current.chapters.words(chapter).catch(() => null)
      if (mine !== turn.current) return
      if (!words) return end('failed')
      const language = latest.current.manifest.metadata.language ?? null
      const sentences = sentencesFrom(words.original, placeIn(words), language)
      reading.current = { chapter, text: words.original, sentences, at: 0 }
      if (sentences.length > 0) speak()
      else await goOn.current(chapter)
    },
    [speak, end],
  )

  const goOn = useRef<(chapter: number) => Promise<void>>(async () => {})
  goOn.current = async chapter => {
    const next = nextChapter(epub.chapters.links, chapter, 1)
    if (next === null) return end('off')
    latest.current.frames.goTo({ chapter: next, target: { kind: 'progression', value: 0 } })
    await open(next, () => 0)
  }

  const start = useCallback<Aloud['start']>(
    from => {
      const { frames } = latest.current
      if (frames.shown === null) return
      const quote = from?.quote ?? frames.place?.words ?? ''
      const progression = from?.progression ?? frames.place?.progression ?? 0
      void open(frames.shown, words => {
        const near = progression * words.original.length
        return quote === '' ? near : (findNearest(words, quote, near) ?? near)
      })
    },
    [open],
  )

  // A newly opened chapter has no current sentence yet.
  const { shown } = epub.frames
  useEffect(() => {
    const now = reading.current
    const sentence = now?.sentences[now.at]
    if (now && sentence && shown === now.chapter) latest.current.frames.post({ kind: 'speak', span: sentence })
  }, [shown])
  const { voice, speechRate } = epub.saved.settings
  // biome-ignore lint/correctness/useExhaustiveDependencies: another voice says the sentence again
  useEffect(() => {
    if (state === 'speaking' && reading.current) speak()
  }, [voice, speechRate])
  useEffect(
    () => () => {
      // A chapter being opened is not spoken after the reader has left.
      turn.current++
      speech?.cancel()
    },
    [],
  )

  return {
    can: speech !== undefined,
    state,
    voices,
    start,
    // Not every engine can pause: the sentence is repeated.
    pause: () => {
      turn.current++
      speech?.cancel()
      setState('paused')
    },
    resume: speak,
    step: by => {
      const now = reading.current
      if (!now) return
      now.at = Math.max(0, Math.min(now.sentences.length - 1, now.at + by))
      speak()
    },
    stop: () => end('off'),
  }
}

function useVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([])
  useEffect(() => {
    const look = () => setVoices(speech?.getVoices() ?? [])
    look()
    speech?.addEventListener?.('voiceschanged', look)
    return () => speech?.removeEventListener?.('voiceschanged', look)
  }, [])
  return voices
}
