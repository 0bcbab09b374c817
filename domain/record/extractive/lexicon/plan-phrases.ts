// Spoken phrases of a doctor's plan and what a note says for them.

/** Said to oneself, about the call, or only to explain: no plan. Plain text. */
export const noPlan = new RegExp(
  [
    // To oneself and about the talk.
    '^deixar? (eu )?(so )?(rever|repassar|ver|conferir)\\b',
    '^([\\w-]+, )?(e |agora,? )*(presta|preste|prestar) (bem )?(muita )?atencao( (em|n)\\w* \\w+( coisa)?)?$',
    '\\bfaz(er)? (todo|muito|bastante) sentido\\b|\\bparte do oficio\\b|^isso (tambem )?faz parte\\b',
    '^(e |so )?(sobre|quanto a[os]?) (o |a |os |as )?[\\w-]+( [\\w-]+)?(, que e a \\w+ coisa)?$',
    '^(o tratamento|as orientacoes|os remedios|a receita|os exames|os cuidados|o plano)$',
    '^(ajustar|repetir|igual|mais|de novo|nao repete)( tambem| um \\w+)?$',
    '^isso (precisaria|seria|deve|vai ser|ajuda)\\b',
    '^se puder (tentar )?evitar, (isso )?seria\\b',
    '\\besta falando de uns?\\b|\\b(comigo|conosco) (ate|na linha)\\b|\\bguardar .* para mim$',
    // Papers and messages.
    '\\b(instrucoes|orientacoes) (nesse|neste|no) (pacote|envelope|papel)\\b',
    '^(te |lhe |posso |vou )*(mandar|enviar|passar) (o |a |os |as |mais )?(umas? |uns )?(link|pedidos?|informac\\w+|detalhes|mensagem)\\b',
    '\\b(receita|relatorio|pedido|documento)s? (e \\w+ \\w+ )?(vai|vao) (para|no|pelo) (o )?(aplicativo|e-?mail|celular)\\b',
    '^(eu )?(nao )?vou por na receita|^isso nao vou\\b',
    // Told to move, so that something can be seen.
    '^(se (voce |o senhor |a senhora )?puder )?(levant|abaix|tir|mostr|abr|fech|vir|inclin|dobr|estic)\\w+ (um pouco |um pouquinho )?(o|a|os|as|aquel[ea]) [\\w ]*(para (eu |mim|ver|olhar)|blus\\w+|camis\\w+|manga)',
    '^(se (voce |o senhor |a senhora )?puder )?(levantar|dobrar|esticar|encostar|apertar|virar) (um pouco |um pouquinho )?(o |a )?(seu |sua )?(cotovelo|braco|joelho|perna|mao|dedo|pe|cabeca|pescoco)$',
    '\\b(ficar?|fica|and\\w+) (n?a )?ponta dos pes\\b|\\bnos calcanhares\\b|^mostra\\w* (para mim|aqui)\\b|\\bpara mim( ver)?$',
    // Why, and how it used to be.
    '\\bantigamente\\b|\\bhoje (a gente |se )?sabe que\\b|\\bo fato de .* (aumenta|diminui)\\b|\\bmexer com (muit|bastante)\\w*\\b',
    '^comprar sem receita$|^(compra|vende) sem receita\\b',
  ].join('|'),
)

/** What was said, and what a note says for it. In order: the first lines take off what leads, the last what trails. */
export const planPhrases: readonly (readonly [RegExp, string])[] = [
  [/^(?:pois é|fora isso|de remédio|de exame|nesse momento|por enquanto, sim|e)[,:] (?:mas )?/iu, ''],
  [/^(?:a |uma )?(?:primeira|segunda|terceira|quarta|outra) coisa,? (?:que )?(?:é|seria) (?:o |a |os |as )?/iu, ''],
  [/^esse detalhe que [^,]*, porque /iu, ''],
  [/^ou (\p{L}+),? ou (?=\p{L})/iu, '$1 ou '],
  // What is ordered.
  [/^talvez (?:seja )?(?:precise|preciso|necessário)(?: de)? (?:fazer |considerar )?/iu, 'considerar '],
  [/^(?:se )?(?:precisar|necessário),? talvez /iu, 'considerar '],
  [/^provavelmente (?:vai ter que|tem que|vai precisar(?: de)?|precisa(?: de)?) /iu, 'provavelmente '],
  [
    /^(não )?passar (?:um |uma |uns )?(?=antibi|anti-|remédi|analg|corti|relaxante|pomad|xarop|creme)/iu,
    '$1prescrever ',
  ],
  [/^(?:dar|fazer|passar|emitir) (?:um |o |seu )?(?=atestado|relatório|encaminhamento)/iu, ''],
  [/^(?:um )?(?=encaminhamento)/iu, ''],
  [/^encaminhar (?:o paciente |a paciente )?(?=para|a[os]? )/iu, 'encaminhamento '],
  [
    /^(?:pedir|providenciar) (?:os |as |um |uma |uns |umas )?(?:pedidos? de )?(?=exame|hemogr|raio|eletro|ultras|tomogr|resson|endosc|urina)/iu,
    'solicitar ',
  ],
  [/(, )pedir (a |o )?(?=endosc|resson|tomogr|exame|raio|eletro|ultras)/iu, '$1solicitar $2'],
  [/ e (?:um|uma|uns|umas) (?=hemogr|raio|eletro|ultras|tomogr|resson|endosc|exame)/giu, ' e '],
  [/^(?:marcar|agendar) (?:um |o |uma )?(?=retorno|consulta de retorno)/iu, ''],
  [/^se fala(?: de novo)?(?= (?:em|daqui|na|no) )/iu, 'retorno'],
  [/^se ligar (para [^,]+), (?:consegue|pode) /iu, 'ligar $1 para '],
  [/^(?:o |a |ess[ea] )(\p{L}+a) tem que (?:parar|sair)$/iu, 'suspender a $1'],
  [/^(?:o |a |ess[ea] )(\p{L}+[oe]) tem que (?:parar|sair)$/iu, 'suspender o $1'],
  [/^ser (?:vist|atendid|avaliad|examinad)[oa] (com urgência )?por um médico/iu, 'avaliação médica $1'],
  [/^cuidar de (?:ficar|se manter) |^ficar (?=bem hidratad)/iu, 'manter-se '],
  [/^falar isso (?:lá )?(?=n[oa]s? )/iu, 'informar isso '],
  [/^não tem nenhum sinal que (?:me )?faça pensar em /iu, 'no momento sem indicação de '],
  [/^sobre (?:a|o|as|os) ([^,]{3,30}), agora (?:ela|ele) não mudaria .*$/iu, '$1: não mudaria a conduta agora'],
  [/^(?:ela|ele) tem de graça (?=n[oa])/iu, 'disponível gratuitamente '],
  [/^quando eles chegarem, o que eles vão fazer é /iu, 'na chegada da equipe, '],
  [/^(no hospital|lá),? (?:eles|elas?) vão fazer /iu, '$1: '],
  [
    /^d(?:ar|á) (?=(?:um pouco de|uma?|muit[oa]) (?:formig|sono|enjo|náus|dor|tont|coceir|boca|diarr|cólic|azia|cans))/iu,
    'pode causar ',
  ],
  [/^(entrar em contato|retorno|ligar|voltar), (?=(?:depois|em|se|antes) )/iu, '$1 '],
  // Conditions.
  [/^se (?:o paciente |a paciente )?(?:se )?sentir (?=febril|frac|cansad|tont|mal(?:,| e| ou|$))/iu, 'se '],
  [/(melhor\w*|pior\w*|passar), (?=em |até )/iu, '$1 '],
  [/^sinais de alerta: (?:é )?se (?:tiver|sentir|aparecer|houver) /iu, 'sinais de alerta: '],
  [/,? ou (?:só,? )?(?:no geral,? )?(?:se )?sentindo (?:muito )?pior/iu, ' ou piora geral'],
  [/tem que pensar/giu, 'pensar'],
  [/se (?:não )?(?:tem|há|existe) outra coisa causando/giu, 'em outra causa para'],
  [/, (?:aí )?é (?=pronto-socorro|hospital|emergência)/giu, ', '],
  [/, porque (?:aí )?(?:a gente )?(?:se )?preocupa (?:se|que) /giu, ', porque '],
  [/, (?:mas )?(?:é|seria) (?:bom|importante|melhor|sensato) (?=\p{L}+r(?![\p{L}]))/giu, ', '],
  [/, mas (?=n[oa]s próxim)/giu, ', '],
  [/, o que (?:eu )?quero é que (?=não )/giu, ', '],
  [/(^|, )prefiro (?:que )?(?=não )/giu, '$1'],
  [/, pode (?=(?:manter|usar|tomar|fazer|repetir)(?![\p{L}]))/giu, ', '],
  [/, mas se puder (?=\p{L}+r(?![\p{L}]))/giu, ' e, se possível, '],
  [/,? se for mais fácil [^,]*(?:, por telefone)?, pode (?:fazer|ser) /giu, ', pode ser '],
  [/(marcar|agendar), (?=(?:a|o|um|uma) )/giu, '$1 '],
  // Who and where.
  [/até uma das nossas (?:clínicas|unidades)/giu, 'à unidade'],
  [/em uma das nossas (?:clínicas|unidades)/giu, 'na unidade'],
  [/, onde pode (?=\p{L}+r(?![\p{L}]))/giu, ' para '],
  [/(?<![\p{L}])([dn])([oa]) noss[oa] /giu, '$1$2 '],
  [/(retorno|ambulância|exames?|receita|atestado) para (?:o|a) paciente(?![\p{L}])/giu, '$1'],
  [/ com um de nós(?![\p{L}])| com (?:o|a) paciente$| para serem enviados para \p{L}+ casa/giu, ''],
  [/depois de (?:o|a) paciente fazer (o|a)(s?)(?![\p{L}])/giu, 'depois d$1$2'],
  [/tem uma chance grande de (?:precisar )?mandar/giu, 'grande chance de encaminhar'],
  [/tem uma chance grande de/giu, 'grande chance de'],
  [/um ou outro (?=exame)/giu, ''],
  [/(?:só )?para ter certeza de que não (?:tem|há) nada/giu, 'para afastar algo'],
  [/, em um primeiro momento/giu, ' inicialmente'],
  [/tomar um remédio (?=anti)/giu, 'tomar '],
  // What trails and tells nothing.
  [/, (?:que )?(?:se )?(?:compra|vende|acha|encontra)\w* (?:n[oa]|em|sem) [^,.]+(?=,|$)/giu, ''],
  [/, que ajudam? a (?=\p{L}+r(?![\p{L}]))/giu, ', para '],
  [
    /,? (?:que |isso )?(?:às vezes )?(?:isso )?(?:também )?(?:pode ajudar|(?<=isso |que )ajuda)(?: (?:muito|bastante|com|o|a|os|as|também)[^,.]*)?$/iu,
    '',
  ],
  [/, que é o que mais ajuda.*$|, que é uma coisa que (?:a gente )?quer(?:emos)? evitar/giu, ''],
  [/, em que eles podem [^,.]*$/iu, ''],
  [/, que é um tipo de /giu, ', '],
  [
    /,? e (?:aí )?(?:a gente )?(?:revê|conversa|discute|fala)(?: sobre)?(?: as coisas| isso| disso| os resultados)(?:,? com mais detalhe)?$/iu,
    '',
  ],
  [
    /,? e (?:me promete|promet)[^,.]*$|, mando (?:a |o )?(?:receita|pedido|link)\p{L}*$|,? e põe [^,.]* na linha(?: comigo)?$/iu,
    '',
  ],
  [/,? para (?:eu |a gente )?ver como (?:o paciente |a paciente )?(?:está|ficou|foi)$/iu, ''],
  [/ para que se alguém [^.]*$| para que alguém [^.]*$/iu, ''],
  [/(^ligar),? de volta/iu, '$1'],
  [/, (?:sim|também|viu|então|combinado)(?=,|$)/giu, ''],
  [/, (?:mas )?olha, /giu, ', '],
  [/, e (?=com (?:bastante |muita )?urgência)/giu, ', '],
]

/** How a doctor names what it may be, beyond the words that only lead to the name. */
export const hypothesisPhrases: readonly (readonly [RegExp, string])[] = [
  [
    /^não estou dizendo que (?:está tendo |tem |é |está com )(?:um |uma )?([^,]+), mas .*(?:descartar|afastar|excluir) (?:isso|ess[ea]).*$/iu,
    'a descartar com prioridade: $1',
  ],
  [/^(?:o |meu )?diagnóstico( principal)? é (?:de |um |uma )?/iu, 'diagnóstico$1: '],
  [
    /^(?:a |uma )?outra (?:coisa|possibilidade|hipótese|causa)[^,]{0,40}? (?:seria|é|pode ser) (?:o |a |um |uma )?/iu,
    'possível ',
  ],
  [
    /^não (?:me )?parece(?: para mim)?,? (?:que seja|ser)(?: uma? coisa chamada,?)? (?:o |a |um |uma )?/iu,
    'não parece tratar-se de ',
  ],
  [/^(?:um|uma) (?=(?:inflama|infec|les|irrita))/iu, ''],
  [/, que é (?:um |uma )?(?=\p{L}{4})/giu, ', '],
  [/, (?:um |uma )(?=(?:inflama|infec|les|irrita|otit|bronqu)\p{L}*)/giu, ', '],
  [/((?:inflama|infec)ção), (?=d[oa]s? )/giu, '$1 '],
  [
    /, que (?:a gente )?(?:se )?pode pegar (?:com|por|em) | que (?:a gente )?(?:se )?pode pegar (?:com|por|em) /giu,
    ' adquiridas por ',
  ],
  [/é (?=causad[oa] por)/iu, ''],
  [/, mas existe a possibilidade de ser /giu, ', com possibilidade de '],
  [/, causando (?:os|esses) (?:seus )?sintomas$/iu, ''],
  [/, e (?:ela|ele|isso) (?:já )?é (?:um|uma) (?:crise |caso |quadro )?(?=(?:de )?(?:leve|moderad|grave))/giu, ', '],
  [/,? e parece que (?:pegou|atingiu|afetou) (o|a)(s?) /giu, ', com provável acometimento d$1$2 '],
  [/com um (\p{L}+) junto(?![\p{L}])/giu, 'com $1 associado'],
  [/com uma (\p{L}+) junto(?![\p{L}])/giu, 'com $1 associada'],
  [
    /, (?:mas )?(?:olha, )?a (?:grande )?maioria melhora(?: sozinh[oa]s?)?/giu,
    ', com melhora espontânea na maioria dos casos',
  ],
  [/, que dá para tratar (?:fácil|bem|facilmente)/giu, ''],
  [/, sim(?=,|$)/giu, ''],
]
