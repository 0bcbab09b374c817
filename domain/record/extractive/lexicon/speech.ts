// What Brazilian speech adds to a sentence without changing what it says. Patterns see accented lower-case or mixed text.

/** Whole expressions that carry nothing wherever they stand. */
export const fillerPhrases = [
  'bom dia', 'boa tarde', 'boa noite', 'como vai',   'quer dizer', 'sei lá', 'e coisas assim', 'e coisa assim', 'ou coisa assim', 'ou algo assim', 'e algo assim', 'algo assim',
  'alguma coisa assim', 'alguma coisa do tipo', 'alguma coisa desse tipo', 'e tudo mais', 'e tal', 'meio que', 'por exemplo',
  'na verdade', 'com certeza', 'com licença', 'como eu falei', 'como eu disse', 'nem nada', 'digamos assim', 'vamos dizer assim',
  'sabe como é', 'sinto muito', 'por favor', 'desculpa', 'eu diria que', 'se é que conseguiu', 'é o seguinte',
  'pra falar a verdade', 'de verdade', 'de qualquer forma', 'de qualquer jeito', 'dito isso', 'deixa eu ver', 'uma coisa, que se chama',
  'uma coisa que se chama', 'uma coisa chamada', 'o que a gente chama de', 'que a gente chama de', 'o que chamamos de',
]

/** Single words that are fillers when a comma or the end of the clause follows them. */
export const fillersBeforeComma = [
  'é', 'tipo', 'sabe', 'então', 'bom', 'olha', 'nossa', 'tá', 'certo', 'ok', 'assim', 'ah', 'ai', 'né', 'claro', 'puxa', 'aí',
  'ótimo', 'beleza', 'doutor', 'doutora', 'entendi', 'perfeito', 'maravilha', 'viu', 'veja', 'gente', 'oi', 'olá', 'alô', 'isso',
  'entende', 'entendeu', 'hein', 'bem', 'obrigado', 'obrigada', 'que bom', 'graças a deus',
]

/** Words that are fillers anywhere. */
export const fillersAnywhere = [
  'hum', 'hã', 'ahn', 'eh', 'uhum', 'aham', 'né', 'basicamente', 'simplesmente', 'praticamente', 'literalmente', 'enfim', 'opa',
]

/** Spoken short forms and how they are written. */
export const shortForms: readonly (readonly [string, string])[] = [
  ['tô', 'estou'], ['tá', 'está'], ['tava', 'estava'], ['tavam', 'estavam'], ['tamos', 'estamos'],
  ['pra', 'para'], ['pro', 'para o'], ['pras', 'para as'], ['pros', 'para os'], ['cê', 'você'], ['num', 'em um'],
  ['numa', 'em uma'], ['dum', 'de um'], ['duma', 'de uma'], ['pouquinho', 'pouco'],
]

/** Lines of these words only tell that someone listens. */
export const backChannel = new Set([
  'ta', 'certo', 'ok', 'sim', 'isso', 'e', 'aham', 'uhum', 'hum', 'ah', 'entendi', 'sei', 'claro', 'otimo', 'bom', 'beleza', 'perfeito',
  'nao', 'tudo', 'bem', 'obrigado', 'obrigada', 'muito', 'tchau', 'oi', 'ola', 'alo', 'boa', 'tarde', 'dia', 'noite', 'igualmente',
  'legal', 'com', 'certeza', 'exato', 'exatamente', 'mesmo', 'como', 'pois', 'entao', 'ai', 'que', 'tranquilo', 'maravilha', 'verdade',
])

/** Identification, set-up and goodbyes: never part of a clinical section. */
export const smallTalk =
  /\b(meu nome|seu nome|nome completo|data de nascimento|nasci em|nascido em|endereco|rua|cep|cpf|telefone para contato|lugar reservado|a vontade|conversa confidencial|consulta confidencial|seja bem|bem vind|prazer em|eu sou (o|a) (doutor|doutora|medic)|sou (o|a) (doutor|doutora|dr|dra)|me ouvindo|te ouvindo|consegue me ouvir|antes d[ea] (comecar|a gente comecar|mais nada)|em que (eu )?posso|no que posso|se cuida|desejo melhoras|melhoras|tudo de bom|ate (mais|logo|a proxima)|tchau|bom fim de semana|pode sentar|pode entrar|sente-se|alguma (pergunta|duvida)|outra pergunta|quantos anos voce|ficou (bem )?claro|faz sentido|muito obrigad|tenha um bom|so anotar|vou anotar|so mais umas perguntas|mais algumas perguntas|fazer (umas|mais|algumas)( umas)? perguntas|so um segundo|aguarda|so um minuto|parabens|o que (voce|o senhor|a senhora) acha$|posso (dar uma olhada|examinar)|tratamento ficou claro|entendeu)\b/

/** Function words: they do not tell two sentences apart. */
export const stopWords = new Set(
  ('a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem e ou mas que se eu voce ele ela eles elas ' +
    'senhor senhora me te lhe meu minha seu sua meus minhas seus suas esse essa isso este esta isto aquele aquela aquilo ja ainda ' +
    'tambem so mais menos muito muita pouco pouca bem mal tem tenho teve tive ter esta estou estava ser e sou era foi fui ha faz ' +
    'fazer algum alguma alguns algumas nenhum nenhuma nao sim nada nunca acho acha que quando onde como qual quais la ai aqui ali ' +
    'entao tipo assim agora hoje coisa coisas jeito mesmo sabe ta to ao aos mas nem ate cada outro outra outros outras vai vou ' +
    'gente pra pro num numa tudo todo toda dele dela disso nisso saiba lembre').split(' '),
)
