/**
 * Returns what this browser does with a recording in the background and at a reload. Shown before the first recording
 * on a device. `opensOffline`: the service worker has stored the app.
 */
export function deviceAdvice(userAgent: string, touchPoints: number, opensOffline: boolean): string[] {
  return [background(userAgent, touchPoints), goesOn, opensOffline ? reloads : doesNotReload]
}

const goesOn = 'Sem internet a gravação continua: o áudio fica guardado neste aparelho e é enviado quando ela voltar.'
const reloads = 'Se esta página for recarregada sem internet, a gravação continua nela.'
const doesNotReload = 'Neste navegador, recarregar sem internet não abre a página: não recarregue.'

function background(userAgent: string, touchPoints: number): string {
  if (isApple(userAgent, touchPoints)) {
    return 'Deixe esta página na frente e a tela acesa: com a tela bloqueada ou outro aplicativo na frente, o iPhone e o iPad param o microfone.'
  }
  if (/Android/.test(userAgent)) {
    return 'Deixe esta página na frente e a tela acesa: com a tela bloqueada ou outro aplicativo na frente, o Android pode parar o microfone.'
  }
  if (isMacSafari(userAgent)) {
    return 'Outra janela na frente não interrompe a gravação. Outra aba do Safari que use o microfone, a tampa fechada ou o computador suspenso, sim.'
  }
  return 'Outra aba ou outro programa na frente não interrompe a gravação. A tampa fechada ou o computador suspenso, sim.'
}

/** Returns how the doctor allows a refused microphone again in this browser: two sentences. */
export function permissionSteps(userAgent: string, touchPoints: number): string {
  return `${allow(userAgent, touchPoints)} Depois toque no botão do microfone.`
}

function allow(userAgent: string, touchPoints: number): string {
  if (isApple(userAgent, touchPoints)) {
    if (/CriOS/.test(userAgent)) return 'Abra os Ajustes do aparelho, escolha Chrome e ligue Microfone.'
    if (/FxiOS/.test(userAgent)) return 'Abra os Ajustes do aparelho, escolha Firefox e ligue Microfone.'
    return 'No Safari, toque em “aA” ao lado do endereço, em Ajustes do Site e permita o microfone.'
  }
  if (/Firefox/.test(userAgent)) return 'Toque no microfone riscado ao lado do endereço e remova o bloqueio.'
  if (/Android/.test(userAgent)) return 'Toque no ícone ao lado do endereço, em Permissões e permita o microfone.'
  if (isMacSafari(userAgent)) return 'Abra Safari > Ajustes > Sites > Microfone e permita este endereço.'
  return 'Clique no ícone ao lado do endereço e permita o microfone para este site.'
}

/** An iPad reports itself as a Mac; no Mac has a touch screen. Every browser on these devices is Safari inside. */
const isApple = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

const isMacSafari = (userAgent: string): boolean =>
  /Macintosh/.test(userAgent) && /Safari/.test(userAgent) && !/Chrome|Chromium|Edg|Firefox/.test(userAgent)
