/** Saved filters, as their person takes them along. */
export { PRESETS_PART } from './presets-part'
/** The list that a preset stands for. */

/** Presets that a viewer may see. */
export { findPreset, visiblePresets } from './filter-presets.queries'
/** The routes of filter presets. */
export { type FilterPresetDeps, filterPresetRoutes } from './filter-presets.routes'
export { isUsable, listOfPreset } from './preset-list'
export type { PresetRow } from './preset-row'
