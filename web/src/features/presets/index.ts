/** Saved filters, and the home page that they can be rows of. */
export { PresetLink } from './preset-link'
export { questionOfPreset } from './preset-question'
export { homeQuery, presetsQuery } from './presets.queries'
export { PresetsButton } from './presets-button'
