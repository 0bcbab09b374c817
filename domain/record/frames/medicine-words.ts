// Words by which a patient tells whether a medicine is taken. They name nothing clinical.
export const stopped =
  /\b(parei|parou|pararam|pare|parado|parada|larguei|largou|abandonei|abandonou|deixei de|deixou de|interrompi|interrompeu|suspendi|suspendeu|suspenderam|descontinuei|(tirou|tiraram|tirei)(?! [oa]s? (?!remedi|medic|comprim))|mandou parar|mandaram parar|nao (tomo|toma|uso|usa|estou tomando|to tomando|ta tomando|esta tomando|estou usando) mais|nao mais|tomava|usava|cortou|cortei|cortaram)\b/
export const finished = /\b(acabei|acabou|terminei|terminou|acabaram)\b/
export const never =
  /\b(nem (toquei|abri|comprei|comecei|tomei|usei)|nao (tomei|usei|comprei|comecei|cheguei|peguei|quis|pinguei|passei|dei|botei)|nunca (tomei|usei|tomou|usou|comprei|comecei|comecou|cheguei|chegou|peguei|mais (testei|tomei|usei))|nao dou|tomei nao|tomou nao|usei nao|jamais)\b/
export const took =
  /\b(tomei|tomou|usei|usou|passei|passou|pus|dei|deu|demos|tentei|pinguei|comprei|aplicou|aplicaram|aplicaro|apliquei|fiz|botei|injecao|experimentei|me deram|me deu|peguei|pegou)\b/
/** Classes that a note lists without a name. */
export const classesInUse = new Set(
  'anticoncepcional,anticoncepcional injetável,descongestionante nasal,anti-inflamatório,corticoide,pré-treino,antibiótico,antialérgico,ansiolítico'.split(
    ',',
  ),
)
export const takes =
  /\b(tomo|toma|tomando|uso|usa|usando|faco uso|passo|pingo|aplico|injeto|continuo|continua|sigo|sempre|dou|faz uso|estou com|to com|ta com|usamos|damos|boto|ponho)\b/
export const ofOthers =
  /\b(um la|uma la|outro la|o pessoal|tem gente|(e|era) (do|da|de|dele|dela) (meu|minha|marido|mulher|esposa|mae|pai|irma|irmao|vizinha|vizinho|filho|filha|outro|outra)|nao e (meu|minha|dela|dele)|de outra pessoa|quis me dar|toma tambem|serve pra mim|posso tomar|pode tomar|posso usar|posso dar|e (meu|minha)$)\b/
/** Words of handing a medicine over: the patient took it, although it is somebody else's. */
export const handsOver =
  /\b(deu|dei|usei|passei|pinguei|pingou|experimentei|me deu|me arrumou|me passou|aplicou|mandou|tomando|tomei|peguei|pegou|emprestou|usando|receitou|fez)\b/
/** 'Tomei o da minha irmã': the patient took it, even if it is somebody else's medicine. */
export const tookOwn = /\b(tomei|usei|passei|pinguei|experimentei|peguei|pingou|me deu|me deram)\b/
export const raised =
  /\b(aument\w+|subi\w*|dobr\w+|(passou|passaram|botou|botaram|mudou|mudaram|foi) (pra|para)|trocou (pra|para|por)|agora e|agora to|baixou (pra|para)|diminuiu (pra|para))\b/
/** 'Faz um ano que não tomo'. */
/** 'A do colesterol', 'o da pressão': a medicine without a name. */
export const otherByPurpose = /^((e|mas|ja|agora|so) )*[ao] (d[aeo]|pr[ao]|para) \w+/
export const overNow =
  /\b(parei|larguei|parou|largou|tirou|tirei|tiraram|pararam|que nao|suspend\w+|abandon\w+|acab\w+|termin\w+|mais)\b/
export const lapsed = /\b(ha|faz|tem) (\w+ ){1,4}que (\w+ )?nao (vej|tom|us|faz|fac|compr|peg)\w+/
export const restarted = /\b(volt\w+|de novo|outra vez|retom\w+|recomec\w+)\b/
/** 'Era losartana, agora é candesartana'. */
export const replaced = /^\w+ (era|foi)\b.*\bagora (e|to|estou|tomo|uso|ta|esta)\b/
export const yes =
  /^(ah |e |ai |olha |bom |doutor |doutora |entao )*(sim|tomo|toma|uso|usa|isso|e|eh|exato|exatamente|certinho|si|ese|esa|direitinho|direito|todo dia|todos|tudo|os dois|as duas|continua|continuo|tomando|usando|confere|aham|uhum|essa mesma|esse mesmo|esse|essa|este)\b/
export const no = /^(ah |e |ai |olha |bom |doutor |doutora |entao )*(nao|nunca|nada|nenhum|nenhuma|no(?= ningun|$))\b/
export const correcting = /\b(nao|alias|digo|minto|melhor|quer dizer|agora)\b/
export const alone = /\b(larguei|largou|abandonei|abandonou|por (minha )?conta)\b/
export const because =
  /\b(dav\w+|deu|dando|deix\w+|solt\w+|por causa|porque|fazia|fez|queim\w+|fic\w+|inch\w+|enjo\w+|pass\w+ mal|sent\w+|tinha|por)\b/

/** A question about medicines in general. */
export const anyMedicine = /\b(remedio\w*|medica\w+|toma alguma coisa|usa alguma coisa|toma algo|coisa fixa)\b/
export const aboutMedicine =
  /\b(quant\w+|dose|mg|miligramas?|vez|vezes|hora|horario|tom\w+|us\w+|dia|noite|manha|tempo|desde|qual|quais|par\w+|larg\w+|por que|adiant\w+|ajud\w+|melhor\w*|quem|isso|e isso|certo|caixa|gotas?|comprimidos?|jejum|efeito|ainda|continua|como|de \w+|termin\w+|suspend\w+|alivi\w+|repetiu|ultima|quando)\b/

const formerly = /\b(antes|era|eram|usava|tomava)\b/
/** Whether these words change the dose told before; `again`: the same line tells it twice. 'Era dez' is of the past. */
export const changesDose = (plain: string, again: boolean): boolean =>
  !(formerly.test(plain) && !/\b(agora|hoje)\b/.test(plain)) && (again || correcting.test(plain) || raised.test(plain))
/** 'Nenhum', 'não tomo nada': no medicine at all. */
export const noneTaken =
  /^(ah |e |olha |entao |doutora? |remedio |todo dia |de remedio )*(nao|nenhum|nada|ninguno|nao senhora?|nunca)( (que eu saiba|tomo|uso|tomo nada|uso nada|senhora?|nao|nada|nenhum|doutora?|so|de remedio|remedio))*$/
/** 'Alergia a penicilina?' 'Já tomei Benzetacil e não deu nada.' */
export const tolerated =
  /\b(nao (me )?(deu|fez|tive|aconteceu) (nada|problema)|nunca (tive|deu) (nada|problema)|sem problema)\b/
