import type { Specialty } from '#domain/record/specialty.ts'

/** Advice to the model by specialty, in Portuguese. The template says what each section contains. */
export const guidance: Record<Specialty, string> = {
  general:
    'Caracterize cada sintoma com início, duração, intensidade e o que melhora ou piora. Registre também o que foi negado.',
  cardiology:
    'Dor torácica: tipo, irradiação, esforço ou repouso, duração. Registre dispneia, síncope, palpitações, edema, fatores de risco, pressão e frequência como foram ditas.',
  pediatrics:
    'Diga quem informou (mãe, pai, outro). Idade, peso, estatura, vacinas, desenvolvimento e alimentação como foram ditos; doses por quilo só se alguém as falou.',
  psychiatry:
    'O relato fica com o paciente ("refere", "diz que"); o exame do estado mental só traz o que o médico disse ter observado. Ideação suicida ou autoagressão, afirmada ou negada, nunca fica de fora.',
  neurology:
    'Lado, início súbito ou gradual, horário do início e evolução dos déficits. Exame neurológico só com o que foi dito durante o exame.',
  orthopedics:
    'Mecanismo do trauma, lado, localização, limitação de movimento e de carga. Direita e esquerda exatamente como foram ditas.',
  gynecology:
    'Data da última menstruação, ciclo, contracepção, gestações e partos, preventivo como foram ditos. Exame das mamas e especular só com o que foi dito durante o exame.',
  return_visit:
    'Escreva o que mudou desde a última consulta; não repita a história que já estava no prontuário. Diga se o que foi prescrito foi usado, e com que efeito.',
  emergency:
    'Comece pelo motivo e pela hora de início. Sinais vitais, alergias, medicamentos em uso, o que foi feito no atendimento e a resposta; a história pode ser curta.',
}
