import type { DeviceAvailability } from './engine-order.ts'

type LineFacts = {
  availability: DeviceAvailability
  /** The page's own recogniser hears now. */
  isChosen: boolean
  /** The doctor lets the room keep audio that the device recognises. */
  storesInRoom: boolean
  /** The engine behind the room writes a prepared consultation. */
  isDemonstration: boolean
}

const reasons: Record<NonNullable<DeviceAvailability['reason']>, string> = {
  no_api: 'Este navegador não reconhece fala no computador',
  no_language: 'Este navegador não tem português no computador',
  policy: 'Este navegador não permite reconhecer fala no computador',
  insecure: 'Sem conexão segura, o computador não reconhece fala',
}
const shortSentences = 'Reconhecimento neste computador. Este navegador reconhece melhor frases curtas.'

/** Label of the button that downloads the browser's Portuguese. */
export const downloadLabel = 'Baixar reconhecimento em português, uma vez neste computador'
export const downloadFailed = 'O navegador não conseguiu baixar.'
export const downloadAgain = 'Baixar de novo'

/**
 * Returns the line about recognition on this device, without the button. It names the engine that hears instead where
 * the device does not. Empty while Portuguese can be downloaded: the button is the line.
 */
export function deviceSpeechLine({ availability, isChosen, storesInRoom, isDemonstration }: LineFacts): string {
  const instead = isDemonstration ? 'só a demonstração responde' : 'o servidor reconhece'
  switch (availability.state) {
    case 'available': {
      if (!isChosen) return `Agora ${instead}; este computador assume se houver falha.`
      if (availability.quality === 'lower') return shortSentences
      return storesInRoom
        ? 'Reconhecimento neste computador; o servidor guarda o áudio até o fim.'
        : 'Reconhecimento neste computador: o áudio não sai daqui.'
    }
    case 'downloading':
      return `Baixando o reconhecimento em português… Até lá, ${instead}.`
    case 'downloadable':
      return ''
    case 'unavailable':
      return `${reasons[availability.reason ?? 'no_language']}: ${instead}.`
  }
}
