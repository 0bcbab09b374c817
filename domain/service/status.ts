/** The times that a status shows the service levels for. */
export const statusWindows = [
  { window: 'hour', minutes: 60 },
  { window: 'day', minutes: 24 * 60 },
  { window: 'week', minutes: 7 * 24 * 60 },
] as const
