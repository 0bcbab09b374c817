/** A failure before or while recording: a sentence for the doctor, and a technical message shown small below it. */
export type RecorderFault = { message: string; technical: RecorderMessage | null; denied: boolean }

type SpecMessage =
  | 'Failed to get microphone permission'
  | 'Failed to get audio devices'
  | 'Failed to process audio data'
  | 'Failed to start recording'
  | 'Recording error occurred'
/** The spec's technical message, with the name of the browser's error where there is one. */
export type RecorderMessage = SpecMessage | `${SpecMessage} (${string})`

const microphone: Record<string, string> = {
  NotAllowedError: 'Por favor, permita o acesso ao microfone para continuar',
  NotFoundError: 'Nenhum microfone foi detectado no seu dispositivo',
  NotReadableError: 'O microfone está sendo usado por outro aplicativo',
  OverconstrainedError: 'As configurações do microfone não são suportadas',
  SecurityError: 'Acesso ao microfone negado por motivos de segurança',
}

/** Returns the fault for the name of the DOMException that getUserMedia threw. */
export function microphoneFault(name: string): RecorderFault {
  const technical = 'Failed to get microphone permission'
  return {
    message: microphone[name] ?? 'Erro desconhecido ao acessar o microfone',
    technical: name ? `${technical} (${name})` : technical,
    denied: name === 'NotAllowedError',
  }
}

const fault = (message: string, technical: RecorderMessage | null = null): RecorderFault => ({
  message,
  technical,
  denied: false,
})

export const recorderFaults = {
  start: fault('Erro ao iniciar gravação', 'Failed to start recording'),
  devices: fault('Não foi possível listar os microfones', 'Failed to get audio devices'),
  processing: fault('Erro ao processar o áudio', 'Failed to process audio data'),
  ended: fault('Microfone parou. Escolha um microfone e continue: a consulta está aberta.', 'Recording error occurred'),
  muted: fault(
    'Microfone parou: o aparelho silenciou o microfone ou outro aplicativo o está usando.',
    'Recording error occurred',
  ),
  silent: fault('Microfone parou: nenhum áudio está chegando.', 'Recording error occurred'),
  local: fault('A cópia do áudio neste aparelho não está sendo guardada. A gravação da consulta continua.'),
  takenOver: fault('A gravação continua em outra tela. Aqui ela foi pausada.'),
  busy: fault('Outra tela está gravando esta consulta.'),
  notAllowed: fault('A gravação só começa depois que o paciente responde ao aviso.'),
  full: fault('Esta consulta já tem gravações demais. Finalize-a e inicie outra para gravar.'),
  finished: fault('A consulta foi finalizada em outra tela. Aqui a gravação parou.'),
} satisfies Record<string, RecorderFault>

/** A muted microphone works again, and the recording continues by itself. */
export const microphoneBack = 'O microfone voltou: a gravação continua.'
export const permissionNeeded = 'Permissão do microfone necessária'

/** Returns the device's name; without one, the first characters of its id. */
export const deviceLabel = (device: { deviceId: string; label: string }): string =>
  device.label || `Microfone ${device.deviceId.slice(0, 8)}`.trim()
