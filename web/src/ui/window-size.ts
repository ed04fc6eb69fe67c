let size = measure()
addEventListener('resize', () => {
  size = measure()
})

function measure() {
  return { width: innerWidth, height: innerHeight }
}

/** The window's size in CSS pixels. To read `innerWidth` in a component would lay out the unfinished page first. */
export const windowSize = (): { readonly width: number; readonly height: number } => size
