/** Returns what this browser does with a recording in the background. Shown before the first recording on a device. */
export function deviceAdvice(userAgent: string, touchPoints: number): string[] {
  return [background(userAgent, touchPoints), ...always]
}

const always = [
  'Sem internet a gravação continua: o áudio fica guardado neste aparelho e é enviado quando ela voltar.',
  'Nesta versão, recarregar sem internet não abre a página: não recarregue.',
]

function background(userAgent: string, touchPoints: number): string {
  // An iPad reports itself as a Mac; no Mac has a touch screen. Every browser on it is Safari.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) {
    return 'Deixe esta página na frente e a tela acesa: com a tela bloqueada ou outro aplicativo na frente, o iPhone e o iPad param o microfone.'
  }
  if (/Android/.test(userAgent)) {
    return 'Deixe esta página na frente e a tela acesa: com a tela bloqueada ou outro aplicativo na frente, o Android pode parar o microfone.'
  }
  if (/Macintosh/.test(userAgent) && /Safari/.test(userAgent) && !/Chrome|Chromium|Edg|Firefox/.test(userAgent)) {
    return 'Outra janela na frente não interrompe a gravação. Outra aba do Safari que use o microfone, a tampa fechada ou o computador suspenso, sim.'
  }
  return 'Outra aba ou outro programa na frente não interrompe a gravação. A tampa fechada ou o computador suspenso, sim.'
}
