import { useCallback, useEffect, useRef, useState } from 'react'
import { nextChapter } from '../opening.rules'
import { findNearest } from '../text-fold.rules'
import type { Epub } from '../use-epub'
import { type Sentence, sentencesFrom } from './sentences.rules'

/** Reads the book aloud with the browser's voices, sentence by sentence. */
export interface Aloud {
  readonly can: boolean
  /** Speaking or paused. */
  readonly on: boolean
  readonly state: 'off' | 'speaking' | 'paused' | 'failed'
  readonly voices: readonly SpeechSynthesisVoice[]
  /** From a selection, or from the first words on the screen. */
  readonly start: (from?: { readonly quote: string; readonly progression: number }) => void
  readonly pause: () => void
  readonly resume: () => void
  readonly step: (by: 1 | -1) => void
  readonly stop: () => void
  readonly toggle: () => void
}

interface Reading {
  readonly chapter: number
  readonly text: string
  /** Null while the chapter is being opened. */
  readonly sentences: readonly Sentence[] | null
  readonly startIn: (words: Words) => number
  at: number
}

type Words = Awaited<ReturnType<Epub['chapters']['words']>>

const sentenceOf = (reading: Reading | null) => reading?.sentences?.[reading.at]

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
    // Paused while its chapter was being opened.
    if (now && !now.sentences) return void open.current(now)
    const sentence = sentenceOf(now)
    if (!speech || !now?.sentences || !sentence) return end('off')
    const { length } = now.sentences
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
      if (now.at < length) speak()
      else void goOn.current(now.chapter)
    }
    utterance.onerror = ({ error }) => {
      if (mine === turn.current && error !== 'interrupted' && error !== 'canceled') end('failed')
    }
    latest.current.frames.post({ kind: 'speak', span: sentence })
    setState('speaking')
    speech.speak(utterance)
  }, [end])

  const open = useRef<(next: Reading) => Promise<void>>(async () => {})
  open.current = async next => {
    const mine = ++turn.current
    speech?.cancel()
    reading.current = next
    setState('speaking')
    const words = await epub.chapters.words(next.chapter).catch(() => null)
    if (mine !== turn.current) return
    if (!words) return end('failed')
    const language = epub.manifest.metadata.language ?? null
    const sentences = sentencesFrom(words.original, next.startIn(words), language)
    if (sentences.length === 0) return goOn.current(next.chapter)
    reading.current = { ...next, text: words.original, sentences, at: Math.min(next.at, sentences.length - 1) }
    speak()
  }

  const goOn = useRef<(chapter: number) => Promise<void>>(async () => {})
  goOn.current = async chapter => {
    const next = nextChapter(epub.chapters.links, chapter, 1)
    if (next === null) return end('off')
    latest.current.frames.goTo({ chapter: next, target: { kind: 'progression', value: 0 } })
    await open.current(unopened(next, () => 0))
  }

  const start = useCallback<Aloud['start']>(from => {
    const { frames } = latest.current
    if (frames.shown === null) return
    const quote = from?.quote ?? frames.place?.words ?? ''
    const progression = from?.progression ?? frames.place?.progression ?? 0
    const startIn = (words: Words) => {
      const near = progression * words.original.length
      return quote === '' ? near : (findNearest(words, quote, near) ?? near)
    }
    void open.current(unopened(frames.shown, startIn))
  }, [])

  // A newly opened chapter has no current sentence yet.
  const { shown } = epub.frames
  useEffect(() => {
    const sentence = sentenceOf(reading.current)
    if (sentence && shown === reading.current?.chapter) latest.current.frames.post({ kind: 'speak', span: sentence })
  }, [shown])
  const { voice, speechRate } = epub.saved.settings
  // biome-ignore lint/correctness/useExhaustiveDependencies: another voice says the sentence again
  useEffect(() => {
    if (state === 'speaking' && reading.current?.sentences) speak()
  }, [voice, speechRate])
  useEffect(
    () => () => {
      // A chapter being opened is not spoken after the reader has left.
      turn.current++
      speech?.cancel()
    },
    [],
  )

  const stop = () => end('off')
  const on = state === 'speaking' || state === 'paused'
  return {
    can: speech !== undefined,
    on,
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
      const at = Math.max(0, now.at + by)
      if (now.sentences && at >= now.sentences.length) return void goOn.current(now.chapter)
      now.at = at
      // A chapter being opened begins with that sentence.
      if (now.sentences || state === 'paused') speak()
    },
    stop,
    toggle: () => (on ? stop() : start()),
  }
}

const unopened = (chapter: number, startIn: Reading['startIn']): Reading => ({
  chapter,
  text: '',
  sentences: null,
  startIn,
  at: 0,
})

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
