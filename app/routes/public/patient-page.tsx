import { data } from 'react-router'
import { BirthDateForm, OpenedText, PatientFrame, type Refusal } from '#app/features/patient-page/patient-page.tsx'
import { ApiFailure, read } from '#app/lib/api.ts'
import { readOwnForm } from '#app/lib/own-form.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { messageOf } from '#domain/errors.ts'
import { dayOfTyped } from '#domain/patient/birth-date.ts'
import { type OpenedPage, openedPageReply } from '#domain/patient-page/contract.ts'
import { tokenIn } from '#domain/patient-page/link.ts'
import type { Route } from './+types/patient-page'

export const meta = () => [{ title: 'Resumo e orientações · Relato' }, { name: 'robots', content: 'noindex' }]

/** Works without a script. */
export const handle = { still: true }

type Answer = { page: OpenedPage | null; refusal: Refusal | null }
const refused = (refusal: Refusal, status: number) => data<Answer>({ page: null, refusal }, { status: status || 503 })

/** The birth date goes by POST, and the text is in its answer alone: no address opens it. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readOwnForm(request, url)
  const text = (name: string) => String(form?.get(name) ?? '').slice(0, 400)
  const [token, typed] = [tokenIn(text('link')), text('nascimento').trim()]
  const refusal = { message: '', isOver: false, dateProblem: null, token: token.slice(0, 200), typed }
  if (!form) return refused({ ...refusal, message: messageOf('invalid_json') }, 400)
  const birth_date = dayOfTyped(typed)
  if (birth_date === null) return refused({ ...refusal, dateProblem: 'Escreva dia, mês e ano, como 05/03/1970.' }, 400)
  if (token === '') return refused({ ...refusal, message: 'Cole o link que você recebeu.' }, 400)
  try {
    const json = { token: refusal.token, birth_date }
    const call = apiOf(context, request).api['patient-page'].$post({ json })
    return data<Answer>({ page: (await read(call, openedPageReply)).page, refusal: null })
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const { code, message, status } = error
    const dateProblem = error.fields.birth_date ?? null
    const isOver = code === 'patient_page_expired' || code === 'patient_page_withdrawn'
    return refused({ ...refusal, message: dateProblem ? '' : message, dateProblem, isOver }, status)
  }
}

export default function PatientPage({ actionData }: Route.ComponentProps) {
  return (
    <PatientFrame>
      {actionData?.page ? (
        <OpenedText page={actionData.page} />
      ) : (
        <BirthDateForm refusal={actionData?.refusal ?? null} />
      )}
    </PatientFrame>
  )
}
