import type { AuditAction } from '../audit.ts'
import { DAY_MS } from '../time.ts'

const YEAR_MS = 365.25 * DAY_MS

export type RetentionRule = {
  /** Portuguese texts for a person: the data, how long they are kept, and why. */
  what: string
  kept: string
  why: string
  ms: number
  /** The audit action of the removal; null if the data belong to no one or their end has its own row. */
  receipt: AuditAction | null
}

/**
 * How long data are kept that do not stay as long as the account. The jobs and the public pages use this one source.
 */
export const retention = {
  audio: {
    what: 'Áudio da consulta no servidor',
    kept: 'até a consulta ser finalizada e a transcrição guardada; no máximo 30 dias. O que o aparelho já reconheceu, só enquanto for preciso. Quando o paciente retira o consentimento, na hora',
    why: 'só serve para transcrever',
    ms: 30 * DAY_MS,
    receipt: 'audio_discarded',
  },
  localRecording: {
    what: 'Gravação guardada no seu aparelho, lacrada',
    kept: 'até o registro ser assinado; no máximo 7 dias',
    why: 'para ouvir de novo um trecho',
    ms: 7 * DAY_MS,
    receipt: 'local_recording_discarded',
  },
  pdf: {
    what: 'PDF de um registro',
    kept: '7 dias depois de pedido',
    why: 'pode ser gerado de novo a qualquer momento',
    ms: 7 * DAY_MS,
    receipt: 'export_expired',
  },
  dataExport: {
    what: 'Exportação dos seus dados ou dos de um paciente',
    kept: '7 dias depois de pronta',
    why: 'pode ser pedida de novo a qualquer momento',
    ms: 7 * DAY_MS,
    receipt: 'data_export_expired',
  },
  session: {
    what: 'Sessão encerrada ou vencida',
    kept: '1 dia depois do fim',
    why: 'não serve mais para entrar',
    ms: DAY_MS,
    receipt: 'sessions_forgotten',
  },
  verification: {
    what: 'Link de confirmação ou de nova senha vencido',
    kept: '1 dia depois de vencer',
    why: 'não serve mais para nada',
    ms: DAY_MS,
    receipt: null,
  },
  attempts: {
    what: 'Contagem de tentativas de entrada',
    kept: '1 dia',
    why: 'só protege contra quem tenta adivinhar',
    ms: DAY_MS,
    receipt: null,
  },
  mail: {
    what: 'Para quem escrevemos e com que assunto (o texto some assim que a mensagem sai)',
    kept: '30 dias',
    why: 'para resolver uma mensagem que não chegou',
    ms: 30 * DAY_MS,
    receipt: 'mails_forgotten',
  },
  job: {
    what: 'Andamento de estruturações, PDFs e envios já terminados',
    kept: '30 dias depois do fim',
    why: 'para não fazer duas vezes o mesmo trabalho',
    ms: 30 * DAY_MS,
    receipt: 'jobs_forgotten',
  },
  delivery: {
    what: 'Envios da integração: quando, qual evento e o que o outro sistema respondeu, sem texto do paciente',
    kept: '30 dias',
    why: 'para ver e repetir um envio que não chegou',
    ms: 30 * DAY_MS,
    receipt: 'deliveries_forgotten',
  },
  signUp: {
    what: 'Cadastro cujo email nunca foi confirmado',
    kept: '30 dias',
    why: 'não se sabe de quem é',
    ms: 30 * DAY_MS,
    receipt: 'sign_up_forgotten',
  },
  closedAccount: {
    what: 'Conta encerrada: senha, conta do Google, verificação em duas etapas, sessões, telefone, exportações, mensagens, palavras corrigidas, perfis de cópia, integração, pacientes sem consulta finalizada e consultas não finalizadas',
    kept: '30 dias depois do encerramento',
    why: 'para poder voltar atrás',
    ms: 30 * DAY_MS,
    receipt: 'account_erased',
  },
  record: {
    what: 'Prontuário: paciente com consulta finalizada, consultas, transcrições, consentimentos, registros, assinaturas, adendos, documentos e textos compartilhados com o paciente, e nome, CRM, especialidade e email do médico responsável',
    kept: '20 anos depois do último registro do paciente, mesmo com a conta encerrada',
    why: 'Lei 13.787/2018',
    ms: 20 * YEAR_MS,
    receipt: 'records_erased',
  },
  audit: {
    what: 'Registro de acessos',
    kept: '20 anos',
    why: 'prova quem viu e mudou o prontuário, enquanto ele existir (Lei 13.787/2018)',
    ms: 20 * YEAR_MS,
    receipt: 'access_log_trimmed',
  },
} as const satisfies Record<string, RetentionRule>

export type RetentionSubject = keyof typeof retention

/** The instant (ms) before which data of this kind have expired. */
export const expiryCutoff = (subject: RetentionSubject, now: number): number => now - retention[subject].ms
