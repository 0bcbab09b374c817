import { expect } from '../../e2e/test.ts'
import type { State } from '../state.ts'

export const patients: readonly State[] = [
  {
    name: 'patients/list',
    always: true,
    async reach(page) {
      await page.goto('/app/patients')
      await expect(page.getByText('Marina Albuquerque Teixeira').first()).toBeVisible()
    },
  },
  {
    name: 'patients/empty',
    doctor: 'new',
    async reach(page) {
      await page.goto('/app/patients')
      await expect(page.getByText('Nenhum paciente cadastrado')).toBeVisible()
    },
  },
]
