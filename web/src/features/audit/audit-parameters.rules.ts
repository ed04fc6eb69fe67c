import { actionsOf } from './audit-kinds.rules'
import { type AuditSearch, dayOf, midnight } from './audit-search.rules'

/** The filter for the server; days and presets become moments, which are stable until midnight. */
export function auditParameters(search: AuditSearch, now: Date): Record<string, string | undefined> {
  const { kind, person, about, outcome, q } = search
  const days = { today: 0, '7d': 6, '30d': 29 }
  const from = search.time ? dayOf(now, -days[search.time]) : search.from
  return {
    action: kind && actionsOf(kind).join(','),
    personId: person,
    subjectId: about,
    outcome,
    q,
    from: from && midnight(from, 0).toISOString(),
    to: search.to && midnight(search.to, 1).toISOString(),
  }
}
