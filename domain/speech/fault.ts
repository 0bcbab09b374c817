import { z } from 'zod/mini'

const engineFaults = [
  /** No speech engine is configured. */
  'not_configured',
  /** No connection, or a status of 5xx. */
  'unreachable',
  /** No answer within the time limit, or too late for the audio. */
  'slow',
  /** 401, 403: the key is wrong or may not use the model. */
  'unauthorised',
  /** 402: the account has no credit left. */
  'payment',
  /** 429: too many requests or sessions at once. */
  'too_many',
  /** Another 4xx: the engine does not take our parameters. */
  'refused',
  /** An answer outside the protocol, or about audio that was never sent. */
  'garbage',
  /** The page's own recogniser stopped. */
  'device',
  /** The engine closed the connection before it had answered all audio. */
  'closed',
  /** The engine reported an error, or our own code failed. */
  'failed',
] as const
/** Classes of failure of a speech engine, for the log and the screen. */
export const engineFault = z.enum(engineFaults)
export type EngineFault = z.infer<typeof engineFault>

const faultsByStatus: Partial<Record<number, EngineFault>> = {
  401: 'unauthorised',
  402: 'payment',
  403: 'unauthorised',
  408: 'slow',
  429: 'too_many',
  504: 'slow',
}

/** Returns the fault for the HTTP status of a failed handshake or batch call. A success is an answer off the protocol. */
export function faultOfStatus(status: number): EngineFault {
  const fault = faultsByStatus[status]
  if (fault) return fault
  if (status >= 500) return 'unreachable'
  return status >= 400 ? 'refused' : 'garbage'
}

const KEPT = 'O áudio está guardado'
const ADMINISTRATOR = 'avise quem administra o Relato'

const sentences: Record<EngineFault, string> = {
  not_configured: `Nenhum reconhecimento de fala foi configurado. ${KEPT}: ${ADMINISTRATOR}`,
  unreachable: `O reconhecimento de fala não responde. ${KEPT}: continue a consulta, o texto vem quando ele voltar`,
  slow: `O reconhecimento de fala está lento demais. ${KEPT}: continue a consulta, o texto chega depois`,
  unauthorised: `O reconhecimento de fala recusou a chave de acesso. ${KEPT}: ${ADMINISTRATOR}`,
  payment: `O reconhecimento de fala está sem crédito. ${KEPT}: ${ADMINISTRATOR}`,
  too_many: `O reconhecimento de fala está no limite de uso. ${KEPT}: continue a consulta, o texto vem em alguns minutos`,
  refused: `O reconhecimento de fala recusou o pedido. ${KEPT}: ${ADMINISTRATOR}`,
  garbage: `O reconhecimento de fala deu uma resposta sem sentido. ${KEPT}: continue a consulta, o trecho será transcrito de novo`,
  device: `O reconhecimento do navegador que grava parou. ${KEPT}: continue a consulta, e pause e retome a gravação se ele não voltar`,
  closed: `A conexão com o reconhecimento de fala caiu. ${KEPT}: continue a consulta, o texto volta em instantes`,
  failed: `O reconhecimento de fala falhou. ${KEPT}: continue a consulta, o texto vem depois de uma nova tentativa`,
}

/** Returns the sentence that the doctor reads while the engine is lost: cause, that audio is kept, and what to do. */
export const faultSentence = (fault: EngineFault | undefined): string =>
  fault ? sentences[fault] : `${KEPT}; a transcrição volta em instantes`
