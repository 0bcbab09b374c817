import type { FormatGate } from '#app/features/record/export-formats.tsx'
import { InOtherPlans } from '#app/features/subscription/usage-panel.tsx'
import { messageOf } from '#domain/errors.ts'
import { mayExport } from '#domain/formats/format.ts'
import type { Usage } from '#domain/subscription/contract.ts'
import { plans } from '#domain/subscription/plans.ts'
import type { Loaded } from '../session.ts'

/** The formats outside the plan, and a link to plans with them; undefined if there are none or the plan is unknown. */
export function formatGate({ data }: Loaded<Usage>): FormatGate | undefined {
  if (!data) return undefined
  const plan = plans[data.plan.id]
  if (plan.formats === 'all') return undefined
  return {
    closed: (format) => !mayExport(plan, format),
    mark: 'Pro',
    way: <InOtherPlans unpaid={data.unpaid}>{messageOf('format_needs_plan')}</InOtherPlans>,
  }
}
