/** The list that a preset stands for. */
export { isUsable, listOfPreset } from './ask-preset'
/** Presets that a viewer may see. */
export { findPreset, type PresetRow, visiblePresets } from './filter-presets.queries'
/** The routes of filter presets. */
export { type FilterPresetDeps, filterPresetRoutes } from './filter-presets.routes'
