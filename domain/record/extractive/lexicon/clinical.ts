// Words that place a statement. All patterns see plain text: lower case, no accents.

/** Complaints a patient brings, as stems with the noun a record uses. The first that fits is the topic. */
export const symptoms: readonly (readonly [RegExp, string])[] = [
  [/\bdor(es)? de cabeca|cefale|enxaqueca/, 'Cefaleia'],
  [
    /\bdor(es)? (de|n[oa]|em|forte|\w+ n[oa]) ?\w*|\bdor(es)?\b|\bdo(i|ia|ido|endo|er|em|eu|iam)\b|dolorid|latej|\bpontada|\bcolica|caibra/,
    'Dor',
  ],
  [/febr|temperatura (alta|de)|calafrio|\bquente\b/, 'Febre'],
  [/diarre|fezes|evacua|intestin|\bcoco\b/, 'Fezes'],
  [/vomit/, 'Vômitos'],
  [/enjo|nause/, 'Náusea'],
  [/toss/, 'Tosse'],
  [/catarro|secrec|escarro/, 'Secreção'],
  [/falta de ar|dispne|cansaco|sem folego|chiado/, 'Falta de ar'],
  [/palpit|coracao (bate|bat|dispar|acel)|batimento/, 'Palpitação'],
  [
    /\bmancha|coceira|cocam|cocando|\bcoca\b|erupc|vermelh|alergia na pele|bolinha|verruga|caroco|nodulo/,
    'Lesões de pele',
  ],
  [/desconforto|pressao no peito|aperto no peito|incomodo/, 'Desconforto'],
  [/incha|edema/, 'Inchaço'],
  [/tontur|tonto|tonta|vertigem|desmai/, 'Tontura'],
  [/fraqueza|\bfrac[ao]|cansad|sem energia|energia|fadiga/, 'Cansaço'],
  [/\bansi|nervos|panico|angusti|pavor|estress|preocupad/, 'Ansiedade'],
  [/\bhumor|trist|para baixo|deprimid|desanim|choro/, 'Humor'],
  [/insonia|\bsono|dormi|dorme|durm/, 'Sono'],
  [/apetite|\bfome|perd\w+ peso|emagre/, 'Apetite'],
  [/\burin|xixi|\barden|\bardor/, 'Urina'],
  [/corriment/, 'Corrimento'],
  [/sangr|sangue/, 'Sangramento'],
  [/formig|dormencia|\btrem(?!\b)/, 'Formigamento'],
  [/garganta|engolir|rouc|rouquid/, 'Garganta'],
  [/\bvisao|\bvista\b|\bolhos?\b|enxerg/, 'Visão'],
  [/ouvido|audicao|zumbido/, 'Ouvido'],
  [/\bazia|queimacao|queimando|queima\b|refluxo|regurgit/, 'Azia'],
  [/constipad|\bpreso\b|\bgases/, 'Intestino'],
  [/nariz|coriza|espirr|resfriad|gripe/, 'Coriza'],
  [/\bsuor|suando|sudor/, 'Sudorese'],
  [/\bcair|\bqueda|\bcai\b|\bbati\b|pancada|machuc|\btorc(i|eu|er|ido)\b|estalo|trauma/, 'Trauma'],
  [/convuls|esquec|memoria/, 'Neurológico'],
]
/** What an answer without its own noun speaks of, where the question is about habits. */
export const habitTopics: readonly (readonly [RegExp, string])[] = [
  [/\bfuma|cigarr|tabag/, 'Tabaco'],
  [/\bbebe\b|alcool|bebida/, 'Álcool'],
  [/\bdrogas?\b/, 'Drogas'],
  [/exercicio|atividade fisica|esporte/, 'Atividade física'],
  [/vacina/, 'Vacinas'],
]
/** Other words for the same habits: by them an answer tells which of two it speaks of. */
export const habitWords: readonly (readonly [RegExp, string])[] = [
  [/\bfum|cigarr|tabag|\bmacos?\b|\bvape\b|narguile/, 'Tabaco'],
  [/\bbeb(e|o|ia|eu|endo|er)\b|alcool|bebid|cervej|vinho|cachaca|pinga|\bdrinks?\b/, 'Álcool'],
  [/\bdrogas?\b|maconha|cocaina|\bcrack\b/, 'Drogas'],
]
export const symptom = new RegExp(symptoms.map(([pattern]) => pattern.source).join('|'))

export const illness =
  /diabet|pressao alta|hipertens|infarto|derrame|\bavc\b|cancer|tumor|\basma|bronquite|depress|ansiedade|bipolar|esquizo|demencia|alzheimer|parkinson|epileps|tireoid|colesterol|artrit|artros|lupus|reumat|\brim\b|\brins\b|renal|figado|hepatit|coracao|cardia|trombose|anemia|enxaqueca|gota\b|osteopor|glaucoma|eczema|psoriase|doenca|problema/

export const ancestors =
  /\b(pai|mae|pais|avo|avos|irmao|irma|irmaos|irmas|tio|tia|tios|tias|primo|prima|bisavo|familia|familiar|familiares|parente|parentes)\b/

export const habits =
  /\bfum(o|a|ar|ei|ava|ante)\b|cigarr|tabag|tabaco|\bmaco|narguile|vape\b|\bbeb(o|e|ia|er) (alcool|bebida|cerveja|vinho|muito|bastante|socialmente|so|nos|no|aos|todo|um pouco|de vez|pouco|quando)|alcool|bebida|cerveja|vinho|cachaca|\bdrogas?\b|maconha|cocaina|atividade fisica|exercicio|academia|caminhada|\bcaminh(o|a)\b|\bcorr(o|e)\b|esporte|sedentar|\bmor(o|a|ar|ando)\b|\btrabalh(o|a) (com|como|em|num|numa|na|no|de|sentad|fora)|trabalhando no momento|profissao|aposentad|desempregad|estud(o|a|ante|ando)|faculdade|casad[oa]|solteir|divorciad|viuv|vida sexual|sexualmente ativ|parceir|namorad|camisinha|preservativ|anticoncep|\bdieta\b|vegetarian|sou (\w+ )?(de |da |do )?(contador|professor|motorista|pedreiro|advogad|engenheir|enfermeir|vendedor|dono|dona|cozinheir|estudante|autonom)|escritorio|sentad[oa] o dia|o dia (todo |inteiro )?sentad[oa]|\b(e|sou|era) (o |a )?don[oa] d[eoa]\b|em casa com (o senhor|a senhora|voce)|mora sozinh[oa]/

export const pastHistory =
  /alergi|alergic|pressao alta|hipertens|diabet|colesterol|\basma\b|bronquite|artrose|artrite|reumatismo|tireoid|hipotireoid|epileps|enxaqueca|\banemia|gastrite|refluxo cronic|cirurgi|operad[oa]s?\b|operei|operou|internad|internac|internei|historico medico|historico|problema de saude|doenca cronica|alguma doenca|outra doenca|outros? problema|problema medico|comorbid|remedio(s)? (de uso |de forma |todo|todos|regular|contin)|uso continuo|uso regular|medicacao continua|outro remedio|outra medicacao|algum remedio|algum medicamento|medicamentos? em uso|tom(o|a|ando) [\w ,]{2,50}(todo dia|todos os dias|por dia|diariamente|de manha|a noite|continu)|faco uso|faz uso|uso de|insulina|losartana|metformina|bombinha|menstrua|gravid|gestac|gestante|parto|filhos? natur|aborto|vacina|transfus|fratur|acima do peso|obes|eczema|dermatite|sindrome|ja tive (um|uma|dois|pneum|covid|dengue)|no passado|quando era crianca|de infancia|exame de (infeccao|ist|prevent|papanico|mamogr)|mamografia|papanicolau|colonoscopia/

/** Names of drugs as a Brazilian doctor says them, by name or by their usual endings. */
export const drug =
  /\b(paracetamol|dipirona|ibuprofeno|aspirina|aas|acido acetilsalicilico|diclofenaco|cetoprofeno|nimesulida|naproxeno|tramadol|codeina|morfina|amoxicilina|azitromicina|cefalexina|ceftriaxona|diltiazem|verapamil|metildopa|sulfato ferroso|acido folico|ferro|vitamina \w+|benzetacil|bactrim|dorflex|novalgina|tylenol|neosaldina|voltaren|cataflam|glifage|rivotril|dramin|vonau|plasil|luftal|allegra|polaramine|decadron|predsim|lasix|marevan|xarelto|eliquis|ozempic|jardiance|forxiga|symbicort|alenia|spiriva|seretide|clenil|berotec|atrovent|sulfa|bombinha|nitrofurantoina|fosfomicina|trimetoprima|sulfametoxazol|metronidazol|aciclovir|losartana|enalapril|captopril|anlodipino|amlodipina|hidroclorotiazida|furosemida|espironolactona|atenolol|propranolol|carvedilol|sinvastatina|metformina|glibenclamida|gliclazida|insulina|omeprazol|ranitidina|domperidona|bromoprida|metoclopramida|ondansetrona|buscopan|simeticona|loratadina|cetirizina|prednisona|prednisolona|dexametasona|hidrocortisona|budesonida|salbutamol|aerolin|formoterol|levotiroxina|puran|fluoxetina|sertralina|paroxetina|venlafaxina|amitriptilina|nortriptilina|clonazepam|diazepam|alprazolam|quetiapina|risperidona|litio|gabapentina|pregabalina|carbamazepina|topiramato|varfarina|rivaroxabana|clopidogrel|ivermectina|albendazol|soro|antibiotico|anti-inflamatorio|antiinflamatorio|analgesico|corticoide|antialergico|pomada|colirio|xarope|anticoncepcional|\w+(?:cilina|micina|floxacin[oa]?|imazol|nidazol|dipino|zosina|zaprina|tadina|tiazida|semida|parina|xabana|xicam|gabalina|dronato|fenaco|lucaste?|triptano?|setrona|oxetina|sartana|statina|gliflozina|gliptina|talopram|zepam)|\w{2,}(?:terol|atadina)|\w{3,}(?:lona|sona|tropio|conazol|pril|olol|prazol))\b/

export const dose =
  /\b(comprimidos?|capsulas?|gotas|miligramas?|mg|ml|mililitros?|gramas?|ampolas?|jatos?|vezes (por|ao) dia|vez (por|ao) dia|de \w+ em \w+ horas|a cada \w+ horas|por \w+ dias|antes de dormir|em jejum|depois de comer|apos as refeicoes)\b/

/** Findings of an examination: measures and what a doctor sees, hears or feels. */
export const measure =
  /\b((dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezessete|dezoito|vinte|cem|cento e \w+( e \w+)?|\w+enta( e \w+)?) por (seis|sete|oito|nove|dez|onze|doze|cem|\w+enta( e \w+)?|cento e \w+)|((?<!\b(?:pegar|pega|pegue|carregar|levantar|perder|perdeu|ganhar|ganhou) )peso|altura|circunferencia|estatura|perimetro)( \w+){0,3} (\d+|cento|cem|vinte|trinta|\w+enta|um metro|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezessete|dezoito|dezenove)|frequencia (de|respiratoria|cardiaca)|batimentos? (do bebe|cardiacos?|fetais|fetal)|pulso (de|esta|em)|temperatura (\d|trinta|quarenta)|(vinte|trinta|quarenta|\w+enta|cento e \w+|\d+)( e \w+)? (respiracoes|batimentos)? ?por minuto|saturacao|pressao\b.{0,30}\bpor (seis|sete|oito|nove|dez|onze|doze|cem|\w+enta|\w+inta|\d+)|pressao (arterial )?(esta |ta |deu |e |foi |de |em |aqui )*(em |de )?(\d|\w+ por \w+)|saturacao|saturando|oximetria|frequencia (cardiaca|respiratoria)|temperatura (esta|ta|deu|e|de|em|agora)|\d+ por \d+|(dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezessete|dezoito|vinte) por (seis|sete|oito|nove|dez|onze|doze)|(?<!\b(pegar|pega|pegue|carregar|levantar|perder|perdeu|ganhar|ganhou) )peso (esta|de|e)|batimentos por minuto|glicemia|dextro|imc)\b/
export const examination =
  /\b(ausculta|auscult\w+|pulm(ao|oes) (limpo|limpos|esta|com)|murmurio|sopro|bulhas|ritmo regular|abdom(e|en) (flacido|plano|indolor|globoso|esta)|palpa(r|cao|ndo)|ao exame|no exame|exame (fisico|neurologico)|bom estado geral|corad[oa]|hidratad[oa] e|hiperemiad|amigdala|garganta (esta )?(vermelha|inflamada|limpa|sem)|linfonod|reflexos? (preserv|norm)|forca (preserv|norm)|pupilas|(sem|tem) (um )?edema|membrana timpanica|sem esforco|tiragem|dispneic\w+|eupneic\w+|afebril|acianotic\w+|anicteric\w+|giordano|blumberg|murphy|lasegue|turgor|perfusao|panturrilhas? livres?|orientad[oa]|desorientad[oa]|desidratad[oa]|sem deficit|ulcera (plantar|venosa|de|em)|monofilamento|pulsos? (pedios\w+|perifer\w+|cheios?|presentes?|palpave\w+)|altura uterina|toque vaginal|especular|otoscopia|fundo de olho|edema de membros|pele (estava|esta|com|seca|quente|fria)|(doi|dolorido) (muito )?(quando|se|ao) (voce |eu |o senhor |a senhora )?(apert|palp|mex|press)|quando (voce |eu )?apert\w+)\b/
/** Where and what an examiner finds: together, in a sentence that speaks to nobody, they are a finding. */
export const bodyPart =
  /\b(cabeca|olhos?|ouvidos?|timpanos?|nariz|boca|garganta|orofaringe|amigdalas?|pescoco|tireoide|torax|mamas?|pulm(ao|oes)|base|coracao|abdome|abdomen|barriga|figado|baco|fossa|flanco|lombar|coluna|ombros?|bracos?|cotovelos?|punhos?|maos?|dedos?|quadril|pernas?|joelhos?|tornozelos?|pes?|panturrilhas?|pele|linfonodos?|pupilas?|reflexos?|marcha|gaveta|lachman|lasegue|phalen|murphy|giordano|blumberg|romberg|linha|genitais|utero|colo do utero|membranas?|mucosas?|conjuntivas?|escleras?|bexiga|rins|sensibilidade|forca|pulsos?|murmurio|bulhas|esforco|tremor|edemas?|ulcera|ferida|ferimento|cicatriz|secrecao|perfuracao|orelha|face|costas|unhas|axilas?|virilhas?|testiculos?|prostata|anus|vagina|vulva)\b/
export const finding =
  /\b(positiv\w*|negativ\w*|limp[oa]s?|vermelh\w+|abaulad\w+|inchad\w+|edem\w+|livres?|flacid\w+|indolor(es)?|doloros\w+|dolorid\w+|dor|normal|normais|normofonetic\w+|preservad\w+|alterad\w+|sem alterac\w+|ausentes?|presentes?|palpave\w+|aumentad\w+|diminuid\w+|roncos?|sibil\w+|crepit\w+|estertor\w+|sopros?|secrec\w+|pus|placas?|hiperemi\w+|opac\w+|integr[oa]s?|cianotic\w+|icteric\w+|purulent\w+|difus[oa]s?|bilatera(l|is)|discret[oa]s?|leves?|sem nodul\w+|fin[oa]|tem (um |uma )?(edema|tremor|ferida|ulcera|secrecao)|hematoma|derrame|lesao|lesoes|rigidez|simetric\w+|corad\w+|fotorreagentes|isocoric\w+|mole|molinh[oa]|quentes?|fri[oa]s?|sec[oa]s?|ressecad\w+|palid\w+)\b/
export const examManeuver =
  /\b(posso (dar uma olhada|examinar|ver)|dar uma olhada|levantar? (um pouco |um pouquinho )?(o|a) (braco|cotovelo|perna|cabeca|camisa|blusa)|respira fundo|abre a boca|deita|deite|encosta|encostar|vou examinar|vou ouvir|vou apertar|deixa eu (examinar|ouvir|ver|escutar|palpar|olhar)|puxa o ar|ponta dos pes|nos calcanhares|para mim( aqui)?$|sorri|estica|fecha os olhos|(aperta|encosta|puxa) (com|a|o|os|um)|nao (posso|consigo|da para) (palpar|examinar|te ver|ver)|olha para (frente|cima|baixo|mim)|arrumar a camera)\b/

export const kinIllness = /\b(mor(reu|reram|te)|falec\w+|teve|tem|tinha|sofre|sofria|com)\b/
