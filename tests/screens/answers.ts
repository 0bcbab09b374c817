import type { Page } from '@playwright/test'
import type { Stage } from './stage.ts'

/** Messages that arise in the API, where no screen of ours provokes them: the call, and the text in its answer. */
export type Answered = { text: string; call: (stage: Stage, page: Page) => Promise<{ body: unknown }> }

export const answers: readonly Answered[] = [
  {
    text: 'Finalize a consulta antes de estruturar',
    call: async (stage) => {
      const id = await stage.openVisit({ patient: 'Rita Moura', lines: [['patient', 'Estou com dor no joelho.']] })
      return stage.api('POST', '/api/v1/transcription/structure', { consultation_id: id, specialty: 'general' })
    },
  },
  {
    text: 'Não há transcrições para estruturar',
    call: async (stage) => {
      const id = await stage.finishedVisit({ patient: 'Rita Moura' })
      return stage.api('POST', '/api/v1/transcription/structure', { consultation_id: id, specialty: 'general' })
    },
  },
  {
    text: 'Nenhuma consulta selecionada',
    call: (stage) => stage.api('POST', '/api/v1/transcription/structure', { specialty: 'general' }),
  },
  {
    text: 'Contexto clínico a ser preenchido',
    call: (stage) => stage.api('POST', '/api/patients', { name: 'Rita Moura' }),
  },
  {
    text: 'Novo paciente - contexto clínico a ser preenchido',
    call: async (stage, page) => {
      await page.goto('/app/dashboard')
      await page.getByLabel('Paciente').fill('Rita Moura')
      await page.getByRole('option', { name: 'Criar paciente "Rita Moura"' }).click()
      await page.getByRole('button', { name: 'Limpar paciente' }).waitFor()
      return stage.api('POST', '/api/patients/search', { query: 'Rita' })
    },
  },
]
