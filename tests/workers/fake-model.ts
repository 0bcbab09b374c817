import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Env } from '#workers/env.ts'
import type { StructuringInput } from '#workers/structuring/structurer.ts'
import { dialogue } from './clinic.ts'

export type Line = readonly ['doctor' | 'patient', string]

export const inputOf = (lines: readonly Line[], change: Partial<StructuringInput> = {}): StructuringInput => ({
  jobId: crypto.randomUUID(),
  entries: lines.map(([speaker, text], position) => ({
    id: `e${position}`,
    text,
    timestamp: position,
    speaker,
    isPartial: false,
    start_ms: position,
    end_ms: position + 1,
    confidence: 0.9,
  })),
  context: '',
  specialty: 'general',
  names: { patient: 'Rui Barbosa Neto', doctor: 'Dra. Ana Souza' },
  ...change,
})
/** L2 cough and fever, L3-4 no dyspnoea, L6 allergy, L7 saturation, L8 dipyrone. */
export const input = inputOf([...dialogue, ['patient', 'Aqui é o Rui, doutora Ana Souza me conhece.']], {
  context: 'Rui Barbosa Neto, hipertenso.',
})

export const withModel: Env = {
  ...env,
  MODEL_URL: 'http://model.test/v1',
  MODEL_NAME: 'pequeno',
  MODEL_KEY: 'chave',
}
/** For a model that hangs until it is left. */
export const impatient = { callMs: 40, totalMs: 400, retries: 0 }
/** For one that answers, however busy the machine, but is not asked again. */
export const askedOnce = { callMs: 90_000, totalMs: 90_000, retries: 0 }

export type Asked = {
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema: { schema: unknown } }
}
/**
 * The model's answer: a text; a status; 'slow' waits until aborted; 'refused' breaks the connection; `cut` is cut
 * short.
 */
export type Played = string | number | 'slow' | 'refused' | { cut: string }

/** An OpenAI-compatible endpoint that plays the given answers, one per request, and stores the requests. */
export function fakeModel(...plays: (Played | ((asked: Asked) => Played | Promise<Played>))[]) {
  const requests: Asked[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request, init) => {
    const sent = new Request(request as RequestInfo, init)
    expect([sent.url, sent.headers.get('authorization')]).toEqual([
      'http://model.test/v1/chat/completions',
      'Bearer chave',
    ])
    const body = await sent.json<Asked>()
    requests.push(body)
    const play = plays.length > 1 ? plays.shift() : plays[0]
    const answer = typeof play === 'function' ? await play(body) : (play ?? 500)
    if (answer === 'refused') throw new TypeError('Network connection lost')
    if (answer === 'slow') {
      // The caller may have aborted before the request.
      init?.signal?.throwIfAborted()
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    if (typeof answer === 'number')
      return new Response('{"error":{"message":"no"}}', { status: answer, headers: { 'retry-after-ms': '1' } })
    const content = typeof answer === 'string' ? answer : answer.cut
    return Response.json({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'pequeno',
      choices: [
        { index: 0, message: { role: 'assistant', content }, finish_reason: content === answer ? 'stop' : 'length' },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  })
  return { asked: requests, stop: () => fetched.mockRestore() }
}

/** [section, text, line and quote, line and quote…] */
export type Written = readonly [key: string, text: string, ...evidence: (readonly [line: string, quote: string])[]]
export const answer = (...written: Written[]): string =>
  JSON.stringify({
    sections: [...new Set(written.map(([key]) => key))].map((key) => ({
      key,
      sentences: written
        .filter((item) => item[0] === key)
        .map(([, text, ...evidence]) => ({ text, evidence: evidence.map(([line, quote]) => ({ line, quote })) })),
    })),
  })

/** A repair: [id, text, line and quote…] */
export const corrections = (...written: Written[]): string =>
  JSON.stringify({
    corrections: written.map(([id, text, ...evidence]) => ({
      id,
      text,
      evidence: evidence.map(([line, quote]) => ({ line, quote })),
    })),
  })

export const good = answer(
  ['hda', '[paciente] refere tosse seca e febre há quatro dias.', ['L2', 'tosse seca e febre há quatro dias']],
  ['hda', 'Nega falta de ar.', ['L3', 'Tem falta de ar?'], ['l4', 'não']],
  ['hpp', 'Alergia a penicilina.', ['L6', 'Sou alérgico a penicilina.']],
  ['exame_fisico', 'Saturação de noventa e sete por cento.', ['L7', 'a saturação está em noventa e sete por cento']],
  ['hipotese', 'Bronquite aguda.', ['L8', 'Parece uma bronquite aguda']],
  ['conduta', 'Dipirona de seis em seis horas se tiver febre.', ['L8', 'Tome dipirona de seis em seis horas']],
  ['horoscopo', 'Sagitário.', ['L1', 'bom dia']],
)
