/** The plans a doctor can have. */
export type Plan = {
  id: 'free'
  name: string
  /** Consultations a month; null: as many as one likes. */
  consultations: number | null
}

export const plans = {
  free: { id: 'free', name: 'Free', consultations: 5 },
} as const satisfies Record<string, Plan>

/** No row of a subscription means Free. */
export const defaultPlan: Plan = plans.free
