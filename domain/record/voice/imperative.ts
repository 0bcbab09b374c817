// How a doctor tells someone to do something -> the infinitive a note uses.

const ar =
  'entrar agendar aguardar respirar sentar pesquisar conversar suportar repetir procurar reservar compensar anotar aplicar apoiar aproveitar atualizar aumentar avisar buscar caminhar carregar chamar colocar começar comprar continuar cortar cuidar ' +
  'deitar deixar descansar diminuir dobrar elevar encostar enxaguar esperar evitar falar ficar fumar gargarejar guardar hidratar lavar ' +
  'levantar levar ligar limpar mandar marcar molhar mudar observar parar passar pesar pegar pingar procurar ' +
  'repousar retirar retornar secar tentar tirar tomar trocar usar voltar alimentar limitar controlar tratar terminar'
const er = 'oferecer beber comer correr escolher manter mexer suspender descer fazer trazer'
const ir = 'dormir medir reduzir seguir sair dirigir vestir preferir abrir diminuir'

const soft = (stem: string) =>
  stem.endsWith('c')
    ? `${stem.slice(0, -1)}qu`
    : stem.endsWith('g')
      ? `${stem}u`
      : stem.endsWith('ç')
        ? `${stem.slice(0, -1)}c`
        : stem

function build(): Map<string, string> {
  const forms = new Map<string, string>(
    Object.entries({
      vá: 'ir',
      venha: 'vir',
      vai: 'ir',
      leva: 'levar',
      dá: 'dar',
      vem: 'vir',
      fosse: 'ser',
      seja: 'ser',
      faça: 'fazer',
      faz: 'fazer',
      traga: 'trazer',
      traz: 'trazer',
      veja: 'ver',
      dê: 'dar',
      esteja: 'estar',
      tenha: 'ter',
      mantenha: 'manter',
      mantém: 'manter',
      meça: 'medir',
      durma: 'dormir',
      siga: 'seguir',
      prefira: 'preferir',
      ponha: 'pôr',
      diminua: 'diminuir',
      diminui: 'diminuir',
      reduza: 'reduzir',
      reduz: 'reduzir',
      saia: 'sair',
      dirija: 'dirigir',
      'dirija-se': 'dirigir-se',
      inicie: 'iniciar',
      inicia: 'iniciar',
      fizesse: 'fazer',
      viesse: 'vir',
      pede: 'pedir',
      peça: 'pedir',
      repete: 'repetir',
      mede: 'medir',
      decide: 'decidir',
      // A noun far more often than an order.
      peso: 'peso',
      para: 'para',
    }),
  )
  const put = (form: string, verb: string) => {
    if (!forms.has(form)) forms.set(form, verb)
  }
  for (const verb of ar.split(' ').filter((item) => item.endsWith('ar'))) {
    const stem = verb.slice(0, -2)
    put(`${soft(stem)}e`, verb)
    put(`${stem}a`, verb)
  }
  for (const verb of er.split(' ')) {
    const stem = verb.slice(0, -2)
    put(`${stem.replace(/c$/, 'ç')}a`, verb)
    put(`${stem}e`, verb)
  }
  for (const verb of ir.split(' ')) put(`${verb.slice(0, -2)}a`, verb)
  return forms
}
const imperatives = build()

const begin = /^((?:(?:ou (?!seja)|e ))?(?:não |só |também |depois |então )?)(\p{L}+(?:-se)?)(?![\p{L}-])/iu
const ordered = (clause: string): string | undefined => {
  const [, before = '', word = ''] = clause.match(begin) ?? []
  const verb = imperatives.get(word.toLowerCase()) ?? (word.length > 6 ? word.replace(/([aei])sse$/u, '$1r') : word)
  return verb !== word && verb !== word.toLowerCase()
    ? `${before}${verb}${clause.slice(before.length + word.length)}`
    : undefined
}

/** 'Diminua o sal e anote a pressão' -> 'diminuir o sal e anotar a pressão': where a clause begins, and after an order. */
export function infinitive(text: string): string {
  const condition = /^(?:se|caso|quando)\s/iu.test(text)
  let orders = false
  return text
    .split(/(, e |, | e | ou |: )/u)
    .map((piece, index, all) => {
      if (index % 2 === 1) return piece
      const separator = all[index - 1] ?? ''
      // 'ligue ou volte' are orders together; 'a dor passa e volta' are not.
      const may = index === 0 || orders || (condition && /^[,:]/.test(separator))
      const found = may ? ordered(piece) : undefined
      if (found || (index === 0 && /^(?:não )?\p{L}+[aeio]r(?:-se)?(?![\p{L}])/iu.test(piece))) orders = true
      return found ?? piece
    })
    .join('')
}
