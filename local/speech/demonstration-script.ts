// A written consultation for the demonstration recogniser. The persons and findings are invented.

export interface ScriptLine {
  /** Speaker numbers as diarization gives them: 0 opens the consultation. */
  speaker: 0 | 1
  text: string
}

const doctor = (text: string): ScriptLine => ({ speaker: 0, text })
const patient = (text: string): ScriptLine => ({ speaker: 1, text })

export const DEMONSTRATION_SCRIPT: readonly ScriptLine[] = [
  doctor('Bom dia, pode sentar. O que trouxe a senhora aqui hoje?'),
  patient('Bom dia, doutor. Estou com uma tosse que não passa há duas semanas.'),
  doctor('A tosse é seca ou vem com catarro?'),
  patient('No começo era seca, agora vem um catarro meio amarelado, principalmente de manhã.'),
  doctor('Teve febre, falta de ar ou dor no peito?'),
  patient('Febre só nos primeiros dias, trinta e oito e meio. Falta de ar não, nem dor no peito.'),
  doctor('Perdeu peso ou acordou suando à noite?'),
  patient('Não, o peso está igual e não acordo suando.'),
  doctor('A senhora fuma ou já fumou?'),
  patient('Fumei uns dez anos, mas parei faz quinze.'),
  doctor('Tem algum problema de saúde e toma algum remédio todo dia?'),
  patient('Tenho pressão alta, tomo losartana de cinquenta miligramas de manhã e de noite.'),
  doctor('Tem alergia a algum medicamento?'),
  patient('Sou alérgica a penicilina, fiquei toda empolada uma vez.'),
  doctor('Certo, vou anotar: alergia a penicilina. Alguém em casa está com tosse também?'),
  patient('Meu neto esteve gripado, mas já melhorou.'),
  doctor('Vou examinar a senhora. Respire fundo pela boca, por favor.'),
  doctor('A pressão está em treze por oito e a saturação em noventa e sete por cento.'),
  doctor('Há alguns roncos na base direita, sem chiado. A garganta está sem placas.'),
  patient('É coisa grave, doutor? Fiquei com medo de ser pneumonia.'),
  doctor('Parece uma bronquite depois da gripe, mas vou pedir uma radiografia do tórax para ter certeza.'),
  patient('E preciso tomar antibiótico?'),
  doctor('Por enquanto não. Beba bastante água, faça lavagem nasal com soro e continue a losartana.'),
  doctor('Volte em uma semana com o exame, ou antes se tiver febre, falta de ar ou sangue no catarro.'),
  patient('Está bem, obrigada, doutor.'),
]
