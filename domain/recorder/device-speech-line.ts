import type { DeviceAvailability } from './engine-order.ts'

/**
 * States of this page's recogniser. `resting`: nothing is recorded here. `aside`: the room's engine
 * hears. `failed`: the same, after a failure for good here. `unheard`: no engine hears, as no sound leaves the device.
 */
export type DeviceHearing = 'resting' | 'aside' | 'hears' | 'failed' | 'unheard'

type LineFacts = {
  availability: DeviceAvailability
  hearing: Exclude<DeviceHearing, 'unheard'>
  /** The order of the engines wants the page's own recogniser. */
  isChosen: boolean
  /** The room gets the sound that the device recognises. */
  storesInRoom: boolean
  /** The engine behind the room. `demonstration` writes a prepared consultation. */
  server: 'works' | 'demonstration' | 'lost'
}

const reasons: Record<NonNullable<DeviceAvailability['reason']>, string> = {
  no_api: 'Este navegador não reconhece fala no próprio computador (o Chrome atual, sim)',
  no_language: 'Este navegador não tem português para reconhecer fala no computador',
  policy: 'Este navegador bloqueia o reconhecimento no computador',
  insecure: 'Sem conexão segura (https), este computador não pode reconhecer fala',
}
const instead: Record<LineFacts['server'], string> = {
  works: 'o servidor reconhece',
  demonstration: 'só a demonstração responde',
  lost: 'o servidor também não reconhece agora',
}

/** Label of the button that downloads the browser's Portuguese. */
export const downloadLabel = 'Baixar reconhecimento em português, uma vez neste computador'
export const downloadFailed = 'O navegador não conseguiu baixar o português.'
export const downloadAgain = 'Baixar de novo'
/** Label of the button that lets a failed recogniser hear again. */
export const tryAgainHere = 'Tentar de novo neste computador'
/** Shown while no engine hears. */
export const unheardWarning =
  'O reconhecimento deste computador parou, e o áudio não sai daqui: o que for dito agora não vira texto.'
export const unheardAdvice =
  'Se ele não voltar, digite as falas, ou ligue “Guardar o áudio no servidor durante a consulta” nas configurações.'

/**
 * Returns the line about recognition on this device, without the button. It names the engine that hears instead where
 * the device does not. Empty while Portuguese can be downloaded: the button is the line.
 */
export function deviceSpeechLine({ availability, hearing, isChosen, storesInRoom, server }: LineFacts): string {
  const other = instead[server]
  if (hearing === 'hears') return here(availability, storesInRoom)
  switch (availability.state) {
    case 'available':
      if (hearing === 'failed') return `O reconhecimento deste computador parou: ${other}.`
      if (isChosen) return here(availability, storesInRoom)
      return `Agora ${other}; este computador assume se ele falhar.`
    case 'downloading':
      return `Baixando o reconhecimento em português… Até lá, ${other}.`
    case 'downloadable':
      return ''
    case 'unavailable':
      return `${reasons[availability.reason ?? 'no_language']}: ${other}.`
  }
}

function here({ quality }: DeviceAvailability, storesInRoom: boolean): string {
  const sound = storesInRoom ? '; o servidor guarda o áudio até ele virar texto.' : ': o áudio não sai daqui.'
  const limits = quality === 'lower' ? ' Este navegador é feito para frases curtas: confira o texto.' : ''
  return `Reconhecimento neste computador${sound}${limits}`
}
