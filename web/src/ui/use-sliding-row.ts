import { type RefObject, useLayoutEffect, useRef } from 'react'

const slideMs = 180

/**
 * A row whose cards change while visible: new ones fade in and the others move. For a person who has scrolled, the
 * visible cards stay in place. `drawn`: how many are rendered.
 */
export function useSlidingRow(list: RefObject<HTMLElement | null>, keys: readonly string[], drawn: number): void {
  const places = useRef<ReadonlyMap<string, number>>(new Map())
  const last = useRef('')
  const all = keys.join(' ')
  useLayoutEffect(() => {
    const row = list.current
    if (!row || !all) return
    const shown = all.split(' ').slice(0, drawn)
    const cards = new Map(shown.map((key, index) => [key, row.children[index] as HTMLElement | undefined]))
    // The same cards: more of them are rendered.
    const before = last.current === all ? new Map() : places.current
    last.current = all
    const measure = () => new Map([...cards].map(([key, card]) => [key, card?.offsetLeft ?? 0]))
    if (before.size === 0) {
      // With the next frame: measured here, each row would make the browser lay out the page.
      const frame = requestAnimationFrame(() => {
        places.current = measure()
      })
      return () => cancelAnimationFrame(frame)
    }
    const now = measure()
    places.current = now
    if (row.scrollLeft > 4) {
      const held = [...before].find(([key, left]) => left >= row.scrollLeft && now.has(key))
      if (held) row.scrollTo({ left: row.scrollLeft + (now.get(held[0]) ?? held[1]) - held[1], behavior: 'instant' })
      return
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [key, card] of cards) {
      const last = before.get(key)
      const by = (last ?? 0) - (now.get(key) ?? 0)
      const from = last === undefined ? { opacity: 0, scale: '0.94' } : { transform: `translateX(${by}px)` }
      if (last === undefined || by !== 0) {
        card?.animate([from, {}], { duration: slideMs, easing: 'cubic-bezier(0.2, 0, 0, 1)' })
      }
    }
  }, [list, all, drawn])
}
