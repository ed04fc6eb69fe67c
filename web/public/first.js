// See index.html.
;(() => {
  const root = document.documentElement
  let saved
  try {
    saved = JSON.parse(localStorage.getItem('octavo.appearance'))
  } catch {}
  const { scheme, accent } = saved || {}
  const dark = scheme ? scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (accent) root.setAttribute('data-accent', accent)
  root.style.backgroundColor = dark ? '#0f0f12' : '#fbfaf8'

  window.earlyKeys = []
  addEventListener('keydown', event => {
    const { key, target } = event
    if (!(window.earlyKeys?.length < 100) || target.closest?.('input,textarea,select,[contenteditable]')) return
    earlyKeys.push(new KeyboardEvent('keydown', event))
    if (key === '/' || (key === 'k' && (event.ctrlKey || event.metaKey))) event.preventDefault()
  })
})()
