import type { PluginMetricsResponse } from '@octavo/contract/metric'
import { timestamp } from '../../../kernel/clock'

/** Metrics of plugins. This version has no plugins: the sums are empty rather than zero activity. */
export function pluginMetricsView(now: number): PluginMetricsResponse {
  return {
    updatedAt: timestamp(now),
    summary: {
      totalPlugins: 0,
      healthyPlugins: 0,
      degradedPlugins: 0,
      unhealthyPlugins: 0,
      totalRequests: 0,
      totalSuccess: 0,
      totalFailed: 0,
      totalRateLimitRejections: 0,
    },
    plugins: [],
  }
}
