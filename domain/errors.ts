/** The one table of errors: code -> HTTP status and the sentence a person reads. Everything else derives from it. */
const table = {
  invalid_body: [400, 'Confira os campos destacados e tente de novo.'],
  invalid_json: [400, 'Não foi possível ler os dados enviados.'],
  invalid_cursor: [400, 'Esta página da lista não existe mais. Recarregue a lista.'],
  plan_not_found: [400, 'Plano não encontrado'],
  webhook_refused: [400, 'Evento recusado: a assinatura não confere.'],
  operator_refused: [401, 'Acesso de operador recusado.'],
  not_signed_in: [401, 'Entre na sua conta para continuar.'],
  quota_reached: [402, 'Você chegou ao limite de consultas do seu plano neste mês. Veja os planos para começar outra.'],
  plan_needed: [
    402,
    'As especialidades fazem parte dos planos Pro e Clínica. Veja os planos para estruturar por esta.',
  ],
  format_needs_plan: [
    402,
    'DOCX, HTML, Markdown, JSON e FHIR fazem parte dos planos Pro e Clínica. PDF e texto continuam no seu plano.',
  ],
  integration_needs_plan: [402, 'A integração com outros sistemas faz parte dos planos Pro e Clínica.'],
  sign_in_again: [403, 'Por segurança, saia, entre de novo e repita o pedido em até 10 minutos.'],
  second_step_needed: [403, 'Informe o código de verificação para entrar.'],
  email_not_verified: [403, 'Confirme seu email antes de fazer login'],
  account_closed: [403, 'Sua conta foi encerrada.'],
  account_disabled: [403, 'Sua conta está desativada. Nada foi apagado.'],
  foreign_origin: [403, 'Este pedido veio de outro site e foi recusado.'],
  not_found: [404, 'Não encontrado.'],
  session_not_found: [404, 'Esta sessão já terminou.'],
  account_not_found: [404, 'Nenhuma conta tem este email.'],
  patient_not_found: [404, 'Paciente não encontrado.'],
  consultation_not_found: [404, 'Consulta não encontrada.'],
  record_not_found: [404, 'Registro não encontrado.'],
  version_not_found: [404, 'Versão não encontrada.'],
  entry_not_found: [404, 'Esta fala não está na transcrição. Recarregue a página.'],
  omission_not_found: [404, 'Esta fala já não está entre as não registradas.'],
  fact_not_found: [404, 'Este item já não está na lista.'],
  proposal_not_found: [404, 'Esta sugestão já foi respondida.'],
  corrected_word_not_found: [404, 'Esta palavra já foi removida.'],
  job_not_found: [404, 'Processamento não encontrado.'],
  subscription_not_found: [404, 'Assinatura não encontrada.'],
  checkout_not_found: [404, 'Nenhum pagamento encontrado'],
  document_not_found: [404, 'Documento não encontrado.'],
  patient_page_not_found: [404, 'Este link não existe.'],
  patient_page_refused: [
    404,
    'Não foi possível abrir. Confira a data de nascimento e se o link está inteiro. Depois de 5 tentativas erradas o link é bloqueado; se isso aconteceu, peça outro ao seu médico.',
  ],
  format_not_found: [404, 'Este formato de exportação não existe.'],
  integration_not_found: [404, 'Esta integração não está configurada.'],
  delivery_not_found: [404, 'Este envio não está mais na lista.'],
  copy_profile_not_found: [404, 'Este perfil de cópia não existe mais.'],
  export_not_found: [404, 'Exportação não encontrada.'],
  data_export_not_found: [404, 'Esta exportação não existe mais. Peça outra.'],
  data_export_under_way: [409, 'Uma exportação já está sendo preparada. Espere terminar para pedir outra.'],
  data_export_not_ready: [409, 'A exportação ainda está sendo preparada.'],
  patient_has_open_consultation: [409, 'Finalize a consulta em andamento antes de excluir'],
  patient_archived: [409, 'Este paciente está arquivado.'],
  facts_full: [409, 'As listas deste paciente estão cheias.'],
  account_has_open_consultation: [409, 'Finalize a consulta em andamento antes de encerrar a conta.'],
  account_not_closed: [409, 'Esta conta não está encerrada.'],
  consultation_completed: [409, 'A consulta já foi finalizada.'],
  consultation_not_empty: [409, 'Já há fala nesta consulta, ou áudio sem texto ainda: ela não pode ser descartada'],
  consultation_running: [409, 'Finalize a consulta antes de exportar.'],
  consultation_active: [409, 'Finalize a consulta antes de estruturar'],
  transcript_live: [409, 'A consulta ainda não terminou. Corrija a fala na transcrição ao vivo.'],
  consultation_changed: [409, 'Os dados enviados não são os da consulta guardada. Recarregue a página.'],
  notice_outdated: [409, 'O texto do aviso ao paciente mudou. Recarregue a página e leia o novo.'],
  consent_missing: [409, 'O paciente ainda não respondeu ao aviso sobre IA e gravação nesta consulta.'],
  consent_refused: [409, 'O paciente não autorizou o uso de IA nesta consulta.'],
  section_signed: [409, 'O registro está assinado e não pode mais ser editado.'],
  record_changed: [409, 'O registro mudou depois que você o abriu. Confira a versão atual e tente de novo.'],
  record_unseen: [409, 'Confira as frases marcadas antes de salvar ou assinar.'],
  allergy_listed: [
    409,
    'O registro prescreve algo a que o paciente é alérgico. Escreva o motivo para assinar assim mesmo.',
  ],
  record_empty: [409, 'O registro está vazio. Escreva ao menos uma seção.'],
  structuring_under_way: [409, 'A consulta está sendo estruturada de novo. Aguarde o novo registro.'],
  signature_broken: [409, 'O conteúdo não confere com a assinatura.'],
  record_not_signed: [409, 'Só um registro assinado recebe adendo; este ainda pode ser editado.'],
  document_needs_signature: [409, 'Assine o registro para emitir documentos.'],
  document_allergy: [
    409,
    'O documento prescreve algo a que o paciente é alérgico. Escreva o motivo para emitir assim mesmo.',
  ],
  document_cancelled: [409, 'Este documento já está cancelado.'],
  document_issued: [409, 'Este documento já foi emitido com outro texto. Feche e veja a lista de documentos.'],
  patient_page_shared: [409, 'Este link já foi criado. Feche e veja a lista de links.'],
  patient_page_closed: [409, 'Este link já não abre. Crie outro.'],
  birth_date_missing: [409, 'Informe a data de nascimento do paciente: é com ela que ele abre o link.'],
  document_changed: [409, 'Este documento já foi substituído. Recarregue a página.'],
  document_not_prepared: [409, 'Baixe primeiro o PDF para assinar.'],
  document_signed: [409, 'Este documento já tem um PDF assinado.'],
  crm_missing: [409, 'Informe seu CRM para assinar.'],
  logo_unreadable: [422, 'Use uma imagem JPEG de até 800 por 400 pontos.'],
  writing_changed: [409, 'Seu jeito de escrever mudou em outra tela. Recarregue a página para ver o que está salvo.'],
  copy_profiles_full: [409, 'Você já tem 10 perfis de cópia. Remova um para criar outro.'],
  integration_paused: [409, 'A integração está pausada. Retome os envios primeiro.'],
  delivery_under_way: [409, 'Este envio já está a caminho.'],
  export_not_ready: [409, 'O PDF ainda está sendo preparado.'],
  subscription_exists: [409, 'Você já tem uma assinatura. Para mudar de plano, gerencie-a em Configurações.'],
  trial_used: [409, 'Você já usou o seu período de teste.'],
  email_taken: [409, 'Este email já está cadastrado'],
  second_factor_on: [409, 'A verificação em duas etapas já está ativada.'],
  job_not_replayable: [409, 'Este processamento não pode ser repetido.'],
  mail_not_due: [409, 'Este email não cabe à conta: já confirmada, ou sem assinatura ativa.'],
  account_unchanged: [409, 'A conta já está assim.'],
  second_factor_off: [409, 'A verificação em duas etapas não está ativada.'],
  second_step_over: [410, 'O tempo para informar o código acabou. Entre de novo.'],
  second_factor_set_up_over: [410, 'Este QR code expirou. Comece de novo.'],
  export_expired: [410, 'O PDF expirou. Gere de novo.'],
  patient_page_expired: [410, 'O prazo deste link terminou. Se ainda precisar, peça outro ao seu médico.'],
  patient_page_withdrawn: [410, 'Este resumo não está mais disponível. Fale com o seu médico.'],
  reset_link_over: [410, 'Este link expirou ou já foi usado. Peça um novo.'],
  body_too_large: [413, 'O conteúdo enviado é grande demais.'],
  unsupported_media: [415, 'Formato de conteúdo não aceito.'],
  wrong_password: [422, 'Senha atual incorreta'],
  wrong_code: [422, 'Código incorreto ou já usado'],
  wrong_confirmation: [422, 'Não foi possível confirmar que é você.'],
  unknown_diagnosis_code: [422, 'Este código não existe na CID-10.'],
  transcript_too_long: [422, 'A transcrição passou do tamanho máximo. Encurte a fala e tente de novo.'],
  record_too_long: [422, 'O registro passou do tamanho máximo. Encurte o texto e tente de novo.'],
  document_incomplete: [422, 'Falta algo para emitir. Confira os campos destacados.'],
  document_controlled: [
    422,
    'Este medicamento exige notificação/receita de controle especial, que o Relato ainda não emite.',
  ],
  signed_file_altered: [
    422,
    'O arquivo foi alterado: tem mais que a assinatura, ou mudou depois dela. Baixe de novo o PDF para assinar.',
  ],
  signed_file_expired: [422, 'O certificado digital venceu antes da assinatura. Assine com um certificado válido.'],
  signed_file_not_yet_valid: [
    422,
    'O certificado digital ainda não valia na hora da assinatura. Confira o relógio do computador e assine de novo.',
  ],
  signed_file_foreign: [422, 'O certificado não é de uma autoridade aceita aqui (ICP-Brasil). Assine com um e-CPF.'],
  signed_file_not_signed: [422, 'Este PDF não tem assinatura digital. Assine o arquivo e traga-o de novo.'],
  signed_file_other_document: [
    422,
    'Este não é o PDF deste documento. Baixe o PDF para assinar e assine o próprio arquivo, sem imprimir nem converter.',
  ],
  signed_file_other_person: [422, 'O certificado é de outra pessoa: o CPF não é o do seu perfil.'],
  signed_file_unreadable: [422, 'Não foi possível ler o arquivo ou a assinatura dele.'],
  signed_file_unsupported: [422, 'O Relato não verifica este tipo de assinatura ou certificado.'],
  delivery_failed: [422, 'O endereço não aceitou o envio.'],
  mail_refused: [422, 'O serviço de email recusou a mensagem.'],
  no_transcript: [422, 'Não há transcrições para estruturar'],
  too_little_speech: [422, 'A consulta tem pouca fala para formar um registro.'],
  no_clinical_content: [422, 'Não encontramos conteúdo clínico na transcrição.'],
  too_many_requests: [429, 'Muitas tentativas. Aguarde um instante e tente de novo.'],
  upgrade_required: [426, 'Este endereço só aceita conexão em tempo real.'],
  structuring_failed: [500, 'Não foi possível estruturar a consulta. Tente novamente.'],
  mail_failed: [500, 'Não foi possível enviar o email. Tente novamente.'],
  export_failed: [500, 'Não foi possível gerar o PDF. Tente novamente.'],
  data_export_failed: [500, 'Não foi possível preparar a exportação. Peça de novo.'],
  internal: [500, 'Algo falhou do nosso lado. Nada foi perdido; tente de novo.'],
  checkout_failed: [502, 'Erro ao criar sessão de checkout'],
  trial_failed: [502, 'Não foi possível começar o teste.'],
  subscription_status_failed: [502, 'Erro ao buscar status da assinatura'],
  cancel_failed: [502, 'Erro ao cancelar assinatura'],
  portal_failed: [502, 'Erro ao criar portal do cliente'],
  billing_unavailable: [503, 'Stripe não foi carregado'],
  cid_table_missing: [503, 'A tabela da CID-10 ainda não foi instalada neste servidor.'],
  not_configured: [503, 'O serviço está sem configuração. Avise o suporte.'],
} as const

export type ErrorCode = keyof typeof table
export type ErrorStatus = (typeof table)[ErrorCode][0]

export const statusOf = (code: ErrorCode): ErrorStatus => table[code][0]
export const messageOf = (code: ErrorCode): string => table[code][1]
export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && value in table

/** The body of every failed API call. `error` is the sentence (spec §8: the screen shows the server's error field). */
export type ErrorBody = { code: ErrorCode; error: string; fields?: Record<string, string> }

export const errorBody = (code: ErrorCode, fields?: Record<string, string>): ErrorBody =>
  fields ? { code, error: messageOf(code), fields } : { code, error: messageOf(code) }

/** The sentence of `too_many_requests` when the waiting time in seconds is known. */
export function tooManyRequests(seconds: number): string {
  const [count, unit] =
    seconds > 120 ? [Math.ceil(seconds / 60), 'minuto'] : [Math.max(1, Math.ceil(seconds)), 'segundo']
  return `Muitas tentativas. Tente de novo em ${count} ${unit}${count === 1 ? '' : 's'}.`
}

/** A failure whose sentence may be shown to a person. Anything else thrown is `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
  constructor(code: ErrorCode, fields?: Record<string, string>, retryAfter?: number) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}
