import type { PluginMetricsResponse } from '@octavo/contract/metric'
import { timestamp } from '../../../kernel/clock'

/** What plugins did. This version runs none: the sums are those of no plugin, not of plugins that did nothing. */
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
