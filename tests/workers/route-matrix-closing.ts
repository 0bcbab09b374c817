import type { Row } from './route-matrix.ts'

export const closingRows: Record<string, Row> = {
  'GET /api/account/closing': { access: 'own', owner: 200 },
  // Closing would end the sessions of every row after it: that is tests/workers/closing.test.ts.
  'POST /api/account/closing': {
    access: 'own',
    body: () => ({ confirmation: { password: 'errada1', code: null } }),
    owner: 422,
    audit: 'password_refused',
  },
  'POST /api/account/reopening': { access: 'own', owner: 409 },
  'POST /api/device-receipts': {
    access: 'foreign',
    path: () => '/api/device-receipts',
    body: (c) => ({ consultation_ids: [c.consultation] }),
    owner: 200,
    audit: 'local_recording_discarded',
  },
}
