import { useState } from 'react'

const savedAs = 'octavo.sidebar'

/** Whether the sidebar shows icons only; saved on this device. */
export function useSidebarFolded(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(read)
  return [
    folded,
    now => {
      setFolded(now)
      try {
        localStorage.setItem(savedAs, now ? 'folded' : 'open')
      } catch {
        // Without storage the choice lasts until the page closes.
      }
    },
  ]
}

function read(): boolean {
  try {
    const saved = localStorage.getItem(savedAs)
    return saved ? saved === 'folded' : window.innerWidth < 1080
  } catch {
    return false
  }
}
