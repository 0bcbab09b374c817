import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'

const structure = ({ api }: Stage, consultation_id?: string) =>
  api('POST', '/api/v1/transcription/structure', { consultation_id, specialty: 'general' })
const RITA = { patient: 'Rita Moura' }

/** Messages that arise in the API, where no screen of ours provokes them, and the call whose answer has them. */
export const answers: Record<string, (stage: Stage, page: Page) => Promise<{ body: unknown }>> = {
  'Finalize a consulta antes de estruturar': async (stage) =>
    structure(stage, await stage.openVisit({ ...RITA, lines: [['patient', 'Estou com dor no joelho.']] })),
  'Não há transcrições para estruturar': async (stage) => structure(stage, await stage.finishedVisit(RITA)),
  'Nenhuma consulta selecionada': (stage) => structure(stage),
  'Contexto clínico a ser preenchido': ({ api }) => api('POST', '/api/patients', { name: 'Rita Moura' }),
  'Novo paciente - contexto clínico a ser preenchido': async ({ api }, page) => {
    await page.goto('/app/dashboard')
    await page.getByLabel('Paciente').fill('Rita Moura')
    await page.getByRole('option', { name: 'Criar paciente "Rita Moura"' }).click()
    await page.getByRole('button', { name: 'Limpar paciente' }).waitFor()
    return api('POST', '/api/patients/search', { query: 'Rita' })
  },
}
