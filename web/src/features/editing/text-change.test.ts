import { expect, test } from 'bun:test'
import { excerpt, listChange, shortened, textChange } from './text-change.rules'

/** `[-removed-]` and `{+added+}`, as `git diff --word-diff` writes them. */
const marked = (before: string, after: string, isWhole = false) => {
  const parts = textChange(before, after)
  return (isWhole ? parts : excerpt(parts).parts)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'old' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
}
const STORY = 'The keeper of the lamp counts the ships that pass. '

test('a change at the end of a long text is shown with what is before it', () => {
  const shown = marked(`${STORY.repeat(40)}He leaves at dawn.`, `${STORY.repeat(40)}He leaves at dusk.`)
  expect(shown).toMatch(/^….{20,45}He leaves at \[-dawn-\]\{\+dusk\+\}\.$/)
})

test('changes in several places are each shown, the text between them shortened', () => {
  const shown = marked(`One ${STORY.repeat(9)}two ${STORY.repeat(9)}`, `1 ${STORY.repeat(9)}2 ${STORY.repeat(9)}`)
  expect(shown).toMatch(/^\[-One-\]\{\+1\+\} The .+….+ \[-two-\]\{\+2\+\} The .+…$/)
})

test('words are changed as a whole, and neighbouring changes are one', () => {
  expect(marked('an open sea', 'an opened sea')).toBe('an [-open-]{+opened+} sea')
  expect(marked('by the old, grey road home', 'by the new, green road home')).toBe(
    'by the [-old, grey-]{+new, green+} road home',
  )
  expect(marked('one two three', 'one two three', true)).toBe('one two three')
  expect(marked('', 'all of it')).toBe('{+all of it+}')
  expect(marked('a\nb', 'a\n\nb')).toBe('a\n{+\n+}b')
})

test('a text that has little in common with another is replaced', () => {
  expect(marked('A whale and a man hunt each other.', 'Her house is a museum of the rain.')).toBe(
    '[-A whale and a man hunt each other-]{+Her house is a museum of the rain+}.',
  )
})

test('Chinese, Japanese and Arabic are compared by words, and no character is taken apart', () => {
  expect(marked('他在黎明离开北京。', '他在黄昏离开北京。')).toBe('他在[-黎明-]{+黄昏+}离开北京。')
  expect(marked('彼は東京を去る。', '彼は京都を去る。')).toBe('彼は[-東京-]{+京都+}を去る。')
  expect(marked('غادر عند الفجر', 'غادر عند الغروب')).toBe('غادر عند [-الفجر-]{+الغروب+}')
  // Both begin with the same code unit, and the second family with the same person.
  expect(marked('Sea 😀 end', 'Sea 😁 end')).toBe('Sea [-😀-]{+😁+} end')
  expect(marked('by 👩‍👧 all', 'by 👩‍👧‍👦 all')).toBe('by [-👩‍👧-]{+👩‍👧‍👦+} all')
  for (let at = 0; at < 12; at++)
    expect(shortened(`${'x'.repeat(at)}${'👩‍👧‍👦'.repeat(30)}`, 80).isWellFormed()).toBe(true)
  expect(shortened(`A ${'o'.repeat(90)}`, 40)).toBe(`A ${'o'.repeat(38)}…`)
  expect(shortened('👩‍👧‍👦'.repeat(30), 20)).toBe('👩‍👧‍👦👩‍👧‍👦…')
})

test('nothing is lost: the passages are both texts', () => {
  const texts = [
    STORY.repeat(3),
    'Sea. '.repeat(50),
    '他在黎明离开北京。'.repeat(9),
    '',
    'غادر 😀👩‍👧‍👦\r\n'.repeat(20),
  ]
  const changed = (text: string) => text.replace(/e|黎/g, (sign, at: number) => (at % 3 ? sign : `<${sign}`))
  for (const before of texts) {
    for (const after of [...texts, changed(before)]) {
      const parts = textChange(before, after)
      const without = (kind: string) => parts.flatMap(part => (part.kind === kind ? [] : part.text)).join('')
      expect([without('new'), without('old')]).toEqual([before, after])
    }
  }
})

test('two megabytes are compared at once, and little of them is shown', () => {
  const pairs = [
    [STORY.repeat(20_000), `${STORY.repeat(20_000)}The end.`],
    [STORY.repeat(20_000), 'Rain again. '.repeat(90_000)],
    ['a'.repeat(1_000_000), `${'a'.repeat(500_000)}b${'a'.repeat(500_000)}`],
    [`e${'\u0301'.repeat(1_000_000)}`, `e${'\u0301'.repeat(999_999)}`],
    [STORY.repeat(380), STORY.replaceAll(' ', '  ').repeat(360)],
  ] as const
  for (const [before, after] of pairs) {
    const started = performance.now()
    const { parts, whole } = excerpt(textChange(before, after))
    expect(performance.now() - started).toBeLessThan(1_500)
    expect(whole).toBe(false)
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(3_000)
  }
})

test('a changed list has removed and added names, or another order', () => {
  expect(listChange(['War', 'Sea'], ['Sea', 'Noir'])).toEqual({ removed: ['War'], added: ['Noir'] })
  expect(listChange(['Sea', 'War'], ['War', 'Sea'])).toBeNull()
})
