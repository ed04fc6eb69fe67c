/** Saved filters, for exports of a user's data. */
export { PRESETS_PART } from './presets-part'
/** The list of a preset. */

/** Presets visible to a viewer. */
export { findPreset, visiblePresets } from './filter-presets.queries'
/** The routes of filter presets. */
export { type FilterPresetDeps, filterPresetRoutes } from './filter-presets.routes'
export { isUsable, listOfPreset } from './preset-list'
export type { PresetRow } from './preset-row'
