import { data, redirect } from 'react-router'
import {
  giveCode,
  secondStepSentence,
  signIn,
  signInSentence,
  signUp,
  signUpSentence,
} from '#app/features/account/auth-calls.ts'
import { signUpProblem, signUpProblems } from '#app/features/account/sign-up-form.tsx'
import { ApiFailure, read } from '#app/lib/api.ts'
import { readOwnForm } from '#app/lib/own-form.ts'
import { apiOf, fetchOf } from '#app/lib/server-context.ts'
import { along, targetOf, type WayOn, wayOnOf } from '#app/lib/way-on.ts'
import { recoveryBody, recoveryReply } from '#domain/account/way-in.ts'
import { messageOf } from '#domain/errors.ts'
import type { Route } from './+types/sign-in'

/** The answer to a posted form: an error, or the next message of its screen. It never has a password. */
export type Posted = {
  failure?: string
  email?: string
  isUnverified?: boolean
  created?: string
  sentTo?: string
}
const answer = (posted: Posted, status: number) => data(posted, { status: status || 503 })

type Sent = { text: (name: string) => string; way: WayOn; args: Route.ActionArgs }

/**
 * Accepts the forms of the sign-in screen as the browser sends them before, or without, the script. It makes the same
 * calls in process, so the same limits and the second factor apply.
 */
export async function takePostedForm(args: Route.ActionArgs) {
  const form = await readOwnForm(args.request, args.url)
  if (!form) return answer({ failure: messageOf('invalid_json') }, 400)
  const text = (name: string) => String(form.get(name) ?? '')
  const sent: Sent = { text, way: wayOnOf(args.url.searchParams), args }
  return takers[screenOf(args.url.searchParams)](sent)
}

const takers = {
  'sign-in': async ({ text, way, args }: Sent) => {
    const email = text('email').trim()
    const result = await signIn(email, text('password'), fetchOf(args.context, args.request))
    if (result.ok) return redirect(targetOf(way), 303)
    if (result.code === 'second_step_needed') return redirect(along(args.url.pathname, way, { codigo: '1' }), 303)
    const isUnverified = result.code === 'EMAIL_NOT_VERIFIED'
    return answer({ failure: signInSentence(result), email, isUnverified }, result.status)
  },
  code: async ({ text, way, args }: Sent) => {
    if (text('code').trim() === '') return answer({ failure: 'Código é obrigatório' }, 400)
    const result = await giveCode(text('code'), fetchOf(args.context, args.request))
    if (result.ok) return redirect(targetOf(way), 303)
    if (result.code === 'second_step_over') return redirect(along(args.url.pathname, way, { expirou: '1' }), 303)
    return answer({ failure: secondStepSentence(result) }, result.status)
  },
  create: async ({ text, way, args }: Sent) => {
    const email = text('email').trim()
    const problem = signUpProblem(text('new-password'), text('confirm-password'))
    if (problem) return answer({ failure: signUpProblems[problem], email }, 400)
    const send = fetchOf(args.context, args.request)
    const result = await signUp(text('name').trim(), email, text('new-password'), way, send)
    if (!result.ok) return answer({ failure: signUpSentence(result), email }, result.status)
    return answer({ created: email }, 200)
  },
  recover: async ({ text, way, args }: Sent) => {
    const email = text('email').trim()
    const json = { email, ...way.chosen, ...(way.redirect && { redirect: way.redirect }) }
    if (!recoveryBody.safeParse(json).success) return answer({ failure: 'Email inválido', email }, 400)
    try {
      await read(apiOf(args.context, args.request).api.recovery.$post({ json }), recoveryReply)
      return answer({ sentTo: email }, 200)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      return answer({ failure: error.message, email }, error.status)
    }
  },
}

export type Screen = 'sign-in' | 'code' | 'create' | 'recover'

/** The address names the form, so that links and the back button work before the script does. */
export const screenOf = (params: URLSearchParams): Screen =>
  params.has('criar') ? 'create' : params.has('recuperar') ? 'recover' : params.has('codigo') ? 'code' : 'sign-in'
