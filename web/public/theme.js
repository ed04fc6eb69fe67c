// Runs before the first paint: sets scheme, accent and page colour, to avoid a flash. Keys and values must equal those
// of src/theme/appearance.ts.
;(() => {
  const root = document.documentElement
  let saved = {}
  try {
    saved = JSON.parse(localStorage.getItem('octavo.appearance') || '{}') || {}
  } catch {
    // Storage may be unavailable; the system's choice is a good default.
  }
  const dark = saved.scheme ? saved.scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (saved.accent) root.setAttribute('data-accent', String(saved.accent))
  root.style.backgroundColor = dark ? '#0f0f12' : '#fbfaf8'
})()
