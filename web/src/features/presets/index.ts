/** Saved filters: lists that are asked for again, and the home page that they are rows of. */
export { PresetLink } from './preset-link'
export { questionOfPreset } from './preset-question'
export { homeQuery, presetsQuery } from './presets.queries'
export { PresetsButton } from './presets-button'
