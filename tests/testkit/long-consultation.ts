import type { SpokenLine } from '#domain/dialogue/dialogue.ts'

/** Words of an hour of talk. */
export const HOUR_WORDS = 9_000

/** Written as `one | another`. */
const listed = (text: string): string[] => text.split('|').map((one) => one.trim())

// All people are invented. Every question and answer is composed of parts, so that few lines are alike and all are
// plausible.
const complaints = listed(`
  dor de cabeça; na testa; no fim da tarde | dor nas costas; do lado direito, embaixo; quando levanta peso |
  dor no estômago; na boca do estômago; depois de comer fritura | tosse; bem na garganta; de madrugada |
  falta de ar; no peito todo; subindo a escada do prédio | tontura; na cabeça; quando vira na cama |
  palpitação; do lado esquerdo do peito; quando fica nervosa |
  formigamento; na mão esquerda; quando dorme em cima do braço | inchaço; nos dois pés; no fim do dia |
  coceira; nas costas e nos braços; depois do banho quente |
  dor no joelho; no joelho direito; na hora de agachar |
  azia; no peito, subindo; quando deita logo depois da janta | insônia; na cama mesmo; lá pelas três da manhã |
  dor no ombro; no ombro esquerdo; quando levanta o braço | cãibra; na panturrilha; de noite |
  zumbido; no ouvido direito; no silêncio | ardência para urinar; bem na saída; de manhã cedo |
  cansaço; no corpo inteiro; já de manhã`).map((one) => one.split('; ') as [string, string, string])
const denied = listed(`
  febre; calafrio | vômito; diarreia | sangramento; manchas roxas | desmaio; convulsão |
  perda de peso; suor à noite | dor no peito; dor no braço | visão dupla; dificuldade para falar |
  sangue na urina; corrimento | fezes pretas; sangue nas fezes | rouquidão; dificuldade para engolir |
  queda de cabelo; unhas fracas | dor nos ouvidos; secreção no nariz`).map((one) => one.split('; ') as [string, string])
const times = listed(`
  dois dias | uma semana | três semanas | dois meses | quinze dias | uns dez dias | seis meses | um ano`)
const courses = [
  'No começo era fraca, agora está bem mais forte, chega a me acordar.',
  'Vai e volta, tem dia que eu nem lembro e tem dia que atrapalha tudo.',
  'Melhorou um pouco quando eu fiquei em casa no feriado, depois voltou igual.',
  'Está do mesmo jeito desde que começou, nem melhora nem piora.',
  'Piorou bastante depois que eu mudei de serviço, acho que tem a ver.',
  'Começou de repente, eu estava lavando a louça e tive que sentar.',
]
const tried = listed(`
  paracetamol | dipirona | ibuprofeno | omeprazol | loratadina | ciclobenzaprina | simeticona | diclofenaco`)
const amounts = ['um comprimido por dia', 'dois comprimidos por dia', 'vinte gotas de noite', 'um só, na hora da crise']
const effects = listed(`
  não adiantou nada. | ajudou só um pouco. | melhorou por umas horas. | me deu mais sono do que alívio. |
  passou, mas voltou no outro dia.`)
const grades = ['quatro', 'cinco', 'seis', 'sete', 'oito', 'três', 'nove']
const worst = listed(`
  nos dias ruins chega a dez | mas já foi pior no mês passado | e tem dia que é só um incômodo |
  no fim de semana é mais fraca`)
const hindrances = listed(`
  Não consigo varrer a casa sem parar no meio. | Deixei de ir na hidroginástica por causa disso. |
  Acordo duas, três vezes e no outro dia estou um caco. | No serviço eu tenho que levantar de hora em hora. |
  Não pego mais a minha neta no colo. | Perdi a vontade de sair, prefiro ficar quieta no meu canto. |
  Dirigir eu já não dirijo mais para longe. | Consigo fazer tudo, mas devagar e reclamando.`)
const reliefs = listed(`
  eu deito no escuro | eu ponho bolsa de água quente | eu tomo um chá de camomila | eu fico em pé um pouco |
  eu sento e respiro fundo | eu passo uma pomada de arnica | eu ponho os pés para cima`)
const earlier = listed(`
  Já, há uns cinco anos, mas naquela vez passou sozinho. | Nunca, é a primeira vez na vida. |
  Na gravidez da mais nova eu tive uma coisa parecida. |
  Já tive, fiz exame em dois mil e dezoito e não deu nada. | Quando eu era moça tinha, depois sumiu. |
  Uma vez, depois de um resfriado forte, durou uns quatro dias.`)
const illnesses = listed(`
  pressão alta; losartana; cinquenta | diabetes; metformina; oitocentos e cinquenta |
  colesterol alto; sinvastatina; vinte | hipotireoidismo; levotiroxina; setenta e cinco |
  asma; budesonida; duzentos | depressão; sertralina; cem | enxaqueca; propranolol; quarenta |
  gastrite; pantoprazol; quarenta | osteoporose; alendronato; setenta`).map(
  (one) => one.split('; ') as [string, string, string],
)
const relatives = listed(`
  Minha mãe; diabetes | Meu pai; infarto com sessenta anos | Minha irmã; câncer de mama |
  Meu irmão; pressão alta | Minha avó; derrame | Meu avô; Parkinson | Minha tia; artrite | Meu tio; cirrose`).map(
  (one) => one.split('; ') as [string, string],
)
const habits = [
  ['A senhora fuma?', 'Fumei dez anos, um maço por dia, parei quando engravidei da mais nova.'],
  ['E bebida alcoólica?', 'Uma cerveja no domingo, na casa da minha cunhada.'],
  ['Faz alguma atividade física?', 'Caminho na praça três vezes por semana, uns quarenta minutos.'],
  ['Com quem a senhora mora?', 'Moro com meu marido e dois filhos, numa casa de dois andares.'],
  ['E o trabalho, é sentada ou em pé?', 'Trabalho como costureira, fico sentada o dia inteiro.'],
  ['Usa alguma droga, maconha?', 'Não, nunca usei.'],
] as const
type Pair = readonly [string, string]
const chat: readonly Pair[] = [
  ['E a viagem para a praia, saiu?', 'Saiu nada, doutora, choveu a semana inteira e a gente voltou antes.'],
  ['A senhora veio de ônibus hoje?', 'Vim, e estava lotado, fiquei em pé até aqui.'],
  ['Seu neto já começou a escola?', 'Começou, está todo prosa com a mochila nova.'],
  ['Esse calor está demais, não está?', 'Nem me fale, o ventilador lá de casa não dá conta.'],
  ['E a reforma da cozinha, terminou?', 'Faltam os azulejos, o pedreiro sumiu de novo.'],
  ['E o cachorro, já se acostumou com a casa?', 'Já manda em todo mundo, dorme no sofá e só come se eu estiver perto.'],
  [
    'A senhora vai viajar no fim do ano?',
    'Minha filha quer me levar para conhecer Gramado, mas está tudo caro demais.',
  ],
  [
    'E o curso de pintura, continua indo?',
    'Continuo, doutora, toda terça, semana passada terminei um quadro de girassol.',
  ],
]
const findings = [
  'A pressão está cento e quarenta por noventa no braço direito.',
  'Frequência cardíaca de setenta e oito, saturação de noventa e sete por cento.',
  'Temperatura trinta e seis e meio. Peso setenta e dois quilos.',
  'Pulmões limpos, sem ruídos. Bulhas rítmicas, sem sopros.',
  'Abdome flácido, com dor leve na boca do estômago, sem massas.',
  'Joelho direito com dor na linha medial, sem derrame.',
  'Garganta sem alterações. Membrana timpânica íntegra dos dois lados.',
  'Edema discreto nos dois tornozelos. Pulsos presentes e simétricos.',
] as const
const plans = [
  'Vou pedir um hemograma, creatinina, glicemia de jejum e TSH.',
  'Vou pedir também um raio X de tórax e um eletrocardiograma.',
  'A losartana a senhora passa a tomar duas vezes por dia, cinquenta miligramas de manhã e de noite.',
  'Vou receitar omeprazol vinte miligramas, um comprimido em jejum por trinta dias.',
  'Para a dor, paracetamol setecentos e cinquenta miligramas de oito em oito horas por cinco dias.',
  'Vou encaminhar a senhora para a fisioterapia, dez sessões.',
  'Isso me parece uma gastrite, com refluxo.',
  'No joelho acredito que seja artrose, pela idade e pelo exame.',
] as const
const advice = [
  'Evite café e fritura, e não deite logo depois de comer.',
  'Beba bastante água e caminhe todos os dias, começando devagar.',
  'Se tiver dor forte no peito ou falta de ar em repouso, procure o pronto-socorro.',
  'Meça a pressão em casa duas vezes por semana e anote num caderno.',
  'Volte em trinta dias com os exames.',
] as const
const listens = ['Tá.', 'Entendi.', 'Certo.', 'Sei.', 'Uhum.']
const explanations = [
  'Isso que a senhora está me contando é bem comum aqui no consultório, viu, a gente vai olhar com calma uma coisa de cada vez.',
  'Pode ficar tranquila que eu estou anotando tudo, e se esquecer de alguma coisa a senhora me fala depois, sem problema nenhum.',
  'Eu vou perguntar muita coisa hoje porque é a nossa primeira conversa longa, das próximas vezes vai ser mais rápido.',
  'Perfeito, a senhora explica muito bem, isso ajuda bastante, quem dera todo mundo contasse desse jeito.',
  'Certo, deixa eu só terminar de escrever aqui que esse computador hoje está mais devagar do que eu.',
]
const asides = [
  'Eu fico pensando nisso o dia inteiro, minha filha já disse que é para eu parar de pesquisar na internet.',
  'A vizinha teve uma coisa parecida e falaram que era da idade, mas eu acho que não é só isso, não.',
  'Meu marido fala que eu reclamo muito, mas quem sente é a gente, não é verdade?',
  'No trabalho a chefe já perguntou se eu não quero trocar de setor, mas eu gosto de lá.',
  'Ano passado eu já tinha marcado consulta por causa disso, só que acabei desmarcando.',
]

type Complaint = (typeof complaints)[number]
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** A consultation of an hour, always the same: complaint by complaint, then history, examination, plan. */
export function hourLong(least = HOUR_WORDS): SpokenLine[] {
  const lines: SpokenLine[] = []
  let words = 0
  const say = (speaker: 'doctor' | 'patient', text: string) => {
    lines.push({ id: `h${lines.length + 1}`, speaker, text, confidence: 0.95 })
    words += text.split(' ').length
  }
  const ask = (question: string, answer: string) => {
    say('doctor', question)
    say('patient', answer)
  }
  const openingLines = ([what, where, when]: Complaint, round: number) => {
    ask(
      `E ${what}, a senhora tem sentido?`,
      `Tenho sim, ${what} faz ${at(times, round * 3)}, ${where}, e aparece mais ${when}.`,
    )
    ask('E de lá para cá, como é que vem vindo?', `${at(courses, round * 7 + 1)} ${at(asides, round * 2)}`)
    const drug = at(tried, round * 5)
    ask(
      'Tomou alguma coisa para isso?',
      `Tomei ${drug} por conta própria, ${at(amounts, round)}, mas ${at(effects, round)}`,
    )
  }
  const followed = ([what, where, when]: Complaint, round: number, turn: number) => {
    const nth = round * 3 + turn
    ask(
      `Voltando à queixa de ${what}, de zero a dez, que nota a senhora dá?`,
      `Olha, uns ${at(grades, nth)}, ${at(worst, nth)}, principalmente ${when}.`,
    )
    ask(
      `E ${what} atrapalha o quê na sua vida?`,
      `${at(hindrances, nth)} Quando vem, é sempre ${where}, aí ${at(reliefs, nth * 5)} e ${at(effects, nth)}`,
    )
    ask(`Isso já tinha acontecido antes?`, `${at(earlier, nth)} ${at(asides, nth + turn)}`)
  }

  ask(
    'Bom dia, dona Célia! Pode sentar. O que traz a senhora aqui hoje?',
    'Bom dia, doutora. É uma dor de cabeça que não passa, já tem uns dez dias, e fora isso um monte de outras coisas que eu fui deixando.',
  )
  const ending = 700
  for (let round = 0; words < least - ending; round++) {
    const turn = Math.floor(round / complaints.length)
    const complaint = at(complaints, round)
    const [first, second] = at(denied, round * 5 + turn)
    if (turn === 0) openingLines(complaint, round)
    else followed(complaint, round, turn)
    say('doctor', at(listens, round))
    if (round % 3 === 0) ask(`Teve ${first}, ${second}?`, `${capital(first)} não. ${capital(second)} também não.`)
    else if (round % 3 === 1) ask(`E ${first}?`, `Não. Nem ${first} nem ${second}, graças a Deus.`)
    else ask(`Reparou em ${second} ou ${first}?`, 'Não, nada disso.')
    say('doctor', at(explanations, round))
    if (round % 3 === 2) ask(...at(chat, Math.floor(round / 3)))
  }
  for (const [illness, drug, dose] of illnesses)
    ask(
      `A senhora tem ${illness}?`,
      `Tenho, tenho ${illness} há bastante tempo e tomo ${drug} de ${dose} miligramas todo dia.`,
    )
  ask('Tem alergia a algum remédio?', 'Tenho, à sulfa. Quando tomei fiquei com a boca inchada e fui parar no hospital.')
  ask('Já fez alguma cirurgia?', 'Tirei a vesícula em dois mil e doze e fiz duas cesáreas.')
  ask(
    'E na família, alguém com problema de saúde?',
    relatives.map(([who, illness]) => `${who} teve ${illness}.`).join(' '),
  )
  for (const [question, answer] of habits) ask(question, answer)
  say('doctor', 'Vou examinar a senhora, pode deitar na maca.')
  for (const finding of findings) say('doctor', finding)
  for (const plan of plans) say('doctor', plan)
  say('patient', 'Tá bom, doutora.')
  for (const item of advice) say('doctor', item)
  ask('Ficou alguma dúvida?', 'Não, ficou bem claro, muito obrigada.')
  // Lines missing from the estimate become talk after the plan: it adds nothing that a record needs.
  for (let round = 0; words < least; round++) ask(...at(chat, round))
  return lines
}
