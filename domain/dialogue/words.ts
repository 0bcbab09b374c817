// Words by which a clause's speech act, polarity, certainty and time are read. They name nothing clinical.

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** A word that denies what follows it. */
export const deniers = set(
  'nao nunca jamais nem sem nenhum nenhuma nada ninguem nega negou negando nego negativo negativa zero ausente',
)
/** Verbs of having and feeling: 'não tenho febre' denies, 'não dormi, tenho febre' does not. */
export const having = set(
  'tenho tem tinha tive teve ter tenha tido sinto sente senti sentiu sentindo sentia ha houve ta to tava estou esta estava estive ' +
    'apareceu aparece notei notou percebi percebeu apresenta apresentou deu dei da fez fiz faz quero uso usa usei tomo toma tomei tomando usando ' +
    'faco fumo fuma fumei bebo bebe bebi bebia fumava vi viu veio vem',
)
/** Where a denial ends. */
export const breakers = set('mas porem agora dai so apenas embora contudo exceto menos tirando fora')
/** 'Não passa', 'não aguento': the verb is denied, not what is named beside it. */
export const deniedVerb = set(
  'passa passou melhora melhorou melhorava para parou aguento aguenta consigo consegue deixa deixou sai sai some sumiu adianta adiantou ' +
    'resolve resolveu sei sabe lembro lembra aceita quer quis dorme durmo come comi comeu trabalho volta vai foi gosto so ',
)
export const unsure = /^(sei|sabe|lembro|lembra|recordo|certeza)$/

/** How a patient says no, or yes, at the beginning of an answer. */
export const no = set('nao nunca jamais nada nenhum nenhuma nem negativo zero nego')
export const yes = set(
  'sim tenho tive aham uhum ahan claro exatamente exato isso ja teve tem sinto tomo uso fumo bebo bastante muito demais certo positivo ' +
    'verdade direto sempre toma usa faco faz pois ocorre teve consigo consegue tambem tava estou',
)
/** Words before the yes or the no: 'Ah, olha, não'. */
export const openers = set(
  'ah olha ai e entao bom bem doutor doutora assim eh hum gracas deus ate que eu saiba acho la ixe vixe oxe uai ue po pois opa mas isso senhor senhora nossa',
)

/** Opens a question with an answer of its own, not yes or no. */
export const askingWord = /^(qual|quais|quando|quanto|quanta|quantos|quantas|onde|como|quem|cade|aonde|desde|que)$/
/** Opens a doctor's question when no mark says so. */
export const questionLead = set(
  'tem teve tinha sente sentiu sentia toma tomou usa usou fuma fumava bebe ja algum alguma alguem qual quais quando quanto quanta quantos ' +
    'quantas onde como quem costuma consegue notou percebeu percebe apareceu faz fez dorme come trabalha mora esta ta houve chegou pratica existe cade',
)
/** A doctor decides. */
export const planCue =
  /\b(vou (te |lhe )?(pedir|passar|receitar|prescrever|solicitar|encaminhar|mandar|dar|fazer|deixar|aumentar|diminuir|trocar|suspender|manter|colocar|indicar|orientar|liberar|marcar|botar|tirar|iniciar|comecar|associar|acrescentar)|vamos (pedir|fazer|passar|manter|comecar|aumentar|trocar|suspender|iniciar|marcar|solicitar|tirar|tratar|tentar|diminuir|reduzir|parar|entrar|colocar|repetir|deixar)|voce vai|a senhora vai|o senhor vai|cê vai|ce vai|vai (tomar|usar|fazer|pingar|passar|comecar)|prescrevo|solicito|solicitei|receito|encaminho|mantem|mantenha|mantenho|suspende|suspender|aumenta|aumento|troca|trocar|toma|tome|tomar|usa|use|usar|evita|evite|evitar|faz|faca|peco|quero que|procura|procure|volta|volte|retorno|retorna|receita|dose|prescricao|iniciar|comprimido (de|a cada)|continua|continue|para de|parar|pare|nao pode|passa|passo|deixo|inicia|pedi)\b/
/** A doctor supposes. */
export const supposes =
  /\b(parece|provavel|provavelmente|suspeit\w*|sugestiv\w*|sugere|compativel|deve ser|pode ser|acho que|acredito|penso|hipotese|possivel|possivelmente|talvez|diagnostico|quadro de|trata se|fala a favor|aponta|cara de|jeito de|tudo indica|estou pensando|to pensando|pensando em|pra mim|fecha|pontua)\b/
export const possible =
  /\b(pode ser|possivel|possivelmente|talvez|nao da pra descartar|descartar|afastar|excluir|eventual)\b/
export const rejects =
  /\b(nao (parece|acho|tem cara|e|deve ser|sugere|penso|temos|ha)|descart(o|ado|ada|amos)|improvavel|pouco provavel|afastad[oa]|sem sinal|sem sinais|longe de|nao estou pensando)\b/
export const greeting =
  /^(bom dia|boa tarde|boa noite|oi|ola|tchau|ate logo|obrigad[oa]|valeu|de nada|tudo bem|prazer|ate mais|melhoras)\b/
/** Something of another time. */
export const past =
  /\b(ja (tive|teve|fiz|fez|operei|operou|usei|usou|tomei|tomou)|ano passado|quando (eu )?era|na infancia|crianca eu|antigamente|anos atras|ha anos|faz anos|em (19|20)\d\d|em (mil novecentos|dois mil)\b|parei|parou|larguei|largou|tinha|tomava|usava)\b/
/** A doctor weighs something and leaves it, or takes it back. */
export const abandoned =
  /\b(ia (pedir|fazer|passar|falar|tomar|receitar|dar|usar|mandar)|pensei em|ate pensei|cancel\w+|deixa pra la|esquec\w+|nao vai mais|so se|mas nao|nao vou|nao peco|hoje nao|ainda nao|nao precisa|nem precisa|nao ha necessidade|nao e hora|por enquanto nao|agora nao|se o senhor quiser|nao passo|so passo se)\b/
/** The speaker corrects the words just before. */
export const corrects =
  /\b(quer dizer|alias|minto|melhor dizendo|na verdade|ou melhor|nao, (foi|e|sao|pera)|corrigindo|desculpa)\b/
