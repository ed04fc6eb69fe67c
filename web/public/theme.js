// Runs before the first paint: the scheme, the accent and the page colour, so that nothing flashes.
// The keys and values are those of src/theme/appearance.ts.
;(() => {
  const root = document.documentElement
  let saved = {}
  try {
    saved = JSON.parse(localStorage.getItem('octavo.appearance') || '{}') || {}
  } catch {
    // Storage can be closed to us; the system's choice is a good one.
  }
  const dark = saved.scheme ? saved.scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (saved.accent) root.setAttribute('data-accent', String(saved.accent))
  root.style.backgroundColor = dark ? '#0f0f12' : '#fbfaf8'
})()
