// Verbs of a consultation: first person as the patient says it -> third person as the record writes it.

const irregular: Record<string, string> = {
  sou: 'é',
  estou: 'está',
  tenho: 'tem',
  tive: 'teve',
  fui: 'foi',
  vou: 'vai',
  fiz: 'fez',
  faço: 'faz',
  posso: 'pode',
  pude: 'pôde',
  sei: 'sabe',
  soube: 'soube',
  vi: 'viu',
  vejo: 'vê',
  venho: 'vem',
  vim: 'veio',
  dou: 'dá',
  dei: 'deu',
  digo: 'diz',
  trago: 'traz',
  quero: 'quer',
  ponho: 'põe',
  sinto: 'sente',
  durmo: 'dorme',
  consigo: 'consegue',
  peço: 'pede',
  perco: 'perde',
  ouço: 'ouve',
  saio: 'sai',
  caio: 'cai',
  caí: 'caiu',
  saí: 'saiu',
  cai: 'cai',
  sai: 'sai',
  medo: 'medo',
  como: 'como',
  estive: 'esteve',
  visto: 'veste',
  sigo: 'segue',
  leio: 'lê',
  rio: 'ri',
  creio: 'crê',
  mantenho: 'mantém',
  meço: 'mede',
  odeio: 'odeia',
  passeio: 'passeia',
  estudo: 'estuda',
  engulo: 'engole',
  tusso: 'tosse',
  subo: 'sobe',
  reajo: 'reage',
  prefiro: 'prefere',
  nasci: 'nasceu',
  engasgo: 'engasga',
  reconheço: 'reconhece',
  esqueço: 'esquece',
  emagreço: 'emagrece',
  adoeço: 'adoece',
  cresço: 'cresce',
  desço: 'desce',
  dirijo: 'dirige',
  corrijo: 'corrige',
  exijo: 'exige',
  fujo: 'foge',
  protejo: 'protege',
  sirvo: 'serve',
  minto: 'mente',
  repito: 'repete',
  cubro: 'cobre',
  sumo: 'some',
  sento: 'senta',
  acredito: 'acredita',
}
const ar =
  'tomar usar fumar trabalhar morar falar achar pensar reparar notar medir levar viajar parar começar acordar levantar deitar ficar ' +
  'andar caminhar gostar jogar brincar tentar passar chegar voltar precisar evitar lembrar cansar suar urinar evacuar menstruar ' +
  'engravidar operar quebrar machucar torcer tratar marcar procurar consultar comprar ligar chorar preocupar conversar cuidar ' +
  'controlar melhorar piorar aguentar tolerar apertar esperar acabar aumentar almoçar jantar pesar coçar vomitar tropeçar virar ' +
  'pegar carregar vacinar internar namorar aposentar estudar descansar praticar cozinhar respirar enxergar desmaiar aproveitar ganhar chutar deixar mudar chamar sonhar imaginar pular dançar nadar pedalar mastigar escutar observar cortar levar transpirar segurar separar cantar largar carregar travar rolar lavar limpar pingar aplicar comentar reclamar demorar arrumar perguntar inchar arder sangrar espirrar trocar fechar provar rodar anotar economizar sentar gastar cobrar contar gritar inspirar soltar colocar tirar buscar encontrar esperar mandar montar atrapalhar gargarejar suportar abaixar dobrar esticar encostar pisar apoiar alimentar tropicar desviar pintar lixar atravessar estressar irritar relaxar desligar acalmar animar desanimar participar frequentar visitar cozinhar costurar pedalar treinar malhar guardar esfregar escovar roncar continuar'
const er =
  'comer beber correr viver perceber perder sofrer bater mexer morder aprender vender escrever encher doer torcer ' +
  'aparecer esquecer emagrecer adoecer entender resolver crescer descer escolher conhecer receber responder defender depender prender acender proteger render parecer acontecer merecer chover mover lamber'
const ir =
  'sentir dormir ouvir conseguir sair cair tossir engolir subir reagir preferir assistir dirigir medir seguir cumprir abrir descobrir discutir dividir desistir insistir permitir repetir pedir servir vestir partir fugir cobrir sumir ferir mentir digerir ingerir decidir existir'

/** The first person looks like a noun: it is a verb only at the head of a clause or after 'eu', 'não', 'já'. */
export const nounLike = new Set(
  'uso trabalho começo acordo gosto jogo caminho passo peso aperto controlo almoço canso estudo visto rio consigo falo tomo continuo acho trato namoro coço vivo parto corte marco processo limpo seco solto'.split(
    ' ',
  ),
)

function build(): Map<string, string> {
  const forms = new Map(Object.entries(irregular))
  const put = (first: string, third: string) => {
    if (!forms.has(first)) forms.set(first, third)
  }
  for (const verb of ar.split(' ')) put(`${verb.slice(0, -2)}o`, `${verb.slice(0, -2)}a`)
  for (const verb of er.split(' ')) {
    const stem = verb.slice(0, -2)
    put(`${stem.replace(/c$/, 'ç')}o`, `${stem}e`)
    put(`${stem}i`, `${stem}eu`)
  }
  for (const verb of ir.split(' ')) {
    put(`${verb.slice(0, -2)}i`, `${verb.slice(0, -1)}u`)
    put(`${verb.slice(0, -2)}o`, `${verb.slice(0, -2)}e`)
  }
  // A birth, far more often than a leaving.
  forms.delete('parto')
  return forms
}
export const thirdPerson = build()

const notPreterite = new Set(['rei', 'lei', 'hei', 'frei', 'vôlei'])

/** 'comecei' -> 'começou'; undefined where the word is no first-person preterite. */
export function preterite(word: string): string | undefined {
  if (word.length < 4 || !word.endsWith('ei') || notPreterite.has(word)) return undefined
  const stem = word.slice(0, -2)
  if (stem.endsWith('qu')) return `${stem.slice(0, -2)}cou`
  if (stem.endsWith('gu')) return `${stem.slice(0, -2)}gou`
  if (stem.endsWith('c')) return `${stem.slice(0, -1)}çou`
  return `${stem}ou`
}

/** Third-person forms, plain: they distinguish a predicate from a noun phrase. */
export const thirdPersonForms = new Set(
  [...thirdPerson.values()].map((form) => form.normalize('NFD').replace(/\p{M}/gu, '')),
)
