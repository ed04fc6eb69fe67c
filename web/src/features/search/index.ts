/** Search over everything, and the palette that opens it from anywhere. */
export { openPalette } from './opened'
export { expectPalette } from './palette-code'
export { PalettePlace } from './palette-place'
