// Drugs as they are prescribed and called in Brazil: the substance first, then what the same is sold or spoken of as.
// Each ends with ';'. A name that stands twice is a combination. Several words count as one name.

const written = `
  # pain, fever, inflammation
  paracetamol|acetaminofeno|tylenol|tilenol|tylemax|dôrico|parador;
  dipirona|novalgina|metamizol|anador|magnopyrol|dipirona sódica|neosaldina|dorflex|lisador|buscopan composto;
  ibuprofeno|alivium|advil|ibupril|buscofem|motrin|ibuflex;
  ácido acetilsalicílico|aas|aspirina|somalgin|cafiaspirina|bufferin|aspirina prevent|melhoral|ecasil;
  diclofenaco|cataflam|voltaren|diclofenaco sódico|diclofenaco potássico|biofenac;
  cetoprofeno|profenid|bi-profenid|artrosil; nimesulida|nisulid|scaflam|cimelide; naproxeno|flanax|naprosyn;
  meloxicam|movatec|meloxil; piroxicam|feldene|cicladol; tenoxicam|tilatil; celecoxibe; etoricoxibe|arcoxia;
  cetorolaco|toragesic|toradol|trometamol; aceclofenaco|proflam; ácido mefenâmico|ponstan; indometacina|indocid;
  loxoprofeno|loxonin; benzidamina|flogoral|ciflogex; tramadol|tramal|sylador; codeína|codein|tylex; morfina|dimorf;
  oxicodona|oxycontin; metadona|mytedom; fentanila|fentanil|durogesic; buprenorfina|restiva; tapentadol|palexis;
  nalbufina|nubain; petidina|dolantina|meperidina; ciclobenzaprina|miosan|mirtax|musculare;
  carisoprodol|torsilax|tandrilax|mioflex|beserol; orfenadrina|dorflex; baclofeno|lioresal; tizanidina|sirdalud;
  glucosamina|condroflex|artrolive|condroitina; colchicina|colchis; alopurinol|zyloric; febuxostate; benzbromarona;
  escopolamina|hioscina|buscopan|buscopan composto|butilbrometo; isometepteno|neosaldina; cafeína; 
  # infection
  amoxicilina|amoxil|velamox|novocilin;
  amoxicilina com clavulanato|clavulin|clavulanato|ácido clavulânico|sigma clav; ampicilina|binotal|sulbactam|unasyn;
  penicilina|benzetacil|penicilina benzatina|despacilina|pen-ve-oral|benzilpenicilina|benzatina; oxacilina;
  piperacilina|tazocin|tazobactam; cefalexina|keflex|cefaporex; cefadroxila|cefamox; cefazolina; cefuroxima|zinnat;
  cefaclor|ceclor; ceftriaxona|rocefin; cefepima|maxcef; ceftazidima; cefotaxima; cefixima; meropeném|meronem;
  imipeném; ertapeném; vancomicina; teicoplanina; linezolida|zyvox; azitromicina|zitromax; claritromicina|klaricid;
  eritromicina|pantomicina; espiramicina|rovamicina; clindamicina|dalacin; doxiciclina|vibramicina; tetraciclina;
  minociclina; limeciclina|tetralysal; ciprofloxacino|cipro|ciprofloxacina;
  levofloxacino|levaquin|tavanic|levofloxacina; norfloxacino|floxacin|norfloxacina; moxifloxacino|avalox|vigamox;
  ofloxacino|ofloxacina; gatifloxacino|zymar;
  sulfametoxazol|bactrim|sulfametoxazol com trimetoprima|cotrimoxazol|sulfa;
  trimetoprima|bactrim|sulfametoxazol com trimetoprima; sulfadiazina; nitrofurantoína|macrodantina|hantina;
  fosfomicina|monuril|fosfomicina trometamol; metronidazol|flagyl; secnidazol|secnidal; tinidazol;
  nitazoxanida|annita; albendazol|zentel; mebendazol|pantelmin; ivermectina|revectina; praziquantel; pirantel;
  permetrina|kwell; levamisol|ascaridil; benzoato de benzila; gentamicina|garamicina; amicacina; tobramicina|tobrex;
  neomicina|nebacetin; bacitracina|nebacetin; mupirocina|bactroban; ácido fusídico|verutex; rifamicina|rifocina;
  rifampicina; isoniazida; pirazinamida; etambutol; dapsona; polimixina; cloranfenicol; fluconazol|zoltec;
  itraconazol; cetoconazol|nizoral; miconazol|vodol|daktarin; clotrimazol|canesten; nistatina|micostatin;
  terbinafina|lamisil; isoconazol|gino-icaden; fenticonazol; griseofulvina; tioconazol; ciclopirox;
  aciclovir|zovirax; valaciclovir|valtrex; fanciclovir; oseltamivir|tamiflu; tenofovir; lamivudina; dolutegravir;
  efavirenz; zidovudina; ribavirina; hidroxicloroquina|plaquinol|reuquinol; cloroquina; primaquina; 
  # heart, pressure, blood
  losartana|cozaar|aradois|corus|losartan|losartana potássica; valsartana|diovan|valsartan; candesartana|atacand;
  irbesartana|aprovel; olmesartana|benicar|olmetec; telmisartana|micardis; sacubitril|entresto;
  enalapril|renitec|vasopril|maleato de enalapril; captopril|capoten; ramipril|triatec; lisinopril|zestril;
  perindopril|coversyl|acertil; benazepril|lotensin;
  anlodipino|amlodipino|anlodipina|amlodipina|norvasc|pressat|besilato de anlodipino;
  nifedipino|adalat|nifedipina|oxcord; nimodipino; felodipino|splendil; lercanidipino|zanidip; levanlodipino|novanlo;
  diltiazem|cardizem|balcor; verapamil|dilacoron; hidroclorotiazida|clorana|hctz|drenol; clortalidona|higroton;
  indapamida|natrilix; furosemida|lasix; bumetanida|burinax; espironolactona|aldactone; amilorida|moduretic;
  acetazolamida|diamox; manitol; atenolol|atenol|angipress; propranolol|inderal;
  metoprolol|selozok|lopressor|seloken; carvedilol|coreg|divelol; bisoprolol|concor; nebivolol|nebilet;
  sotalol|sotacor; timolol|timoptol; clonidina|atensina; metildopa|aldomet; hidralazina|apresolina; minoxidil;
  prazosina|minipress; doxazosina|carduran|unoprost; nitroprussiato; isossorbida|isordil|monocordil|sustrate;
  nitroglicerina|tridil; ivabradina|procoralan; trimetazidina|vastarel; amiodarona|ancoron|atlansil;
  propafenona|ritmonorm; digoxina|lanoxin; deslanosídeo; adenosina; adrenalina|epinefrina; noradrenalina; dobutamina;
  dopamina; sinvastatina|zocor|sinvastacor; atorvastatina|lipitor|citalor; rosuvastatina|crestor|rosucor;
  pravastatina|pravacol; pitavastatina|livalo; ezetimiba|zetia|ezetrol|vytorin; fenofibrato|lipidil;
  ciprofibrato|oroxadin; bezafibrato|cedur; genfibrozila; varfarina|marevan|coumadin; rivaroxabana|xarelto;
  apixabana|eliquis; edoxabana|lixiana; dabigatrana|pradaxa; enoxaparina|clexane; heparina|liquemine;
  clopidogrel|plavix; ticagrelor|brilinta; prasugrel|effient; cilostazol|cebralat|vasogard; pentoxifilina|trental;
  ácido tranexâmico|transamin; diosmina|daflon|venaflon|hesperidina; vitamina k|kanakion; 
  # hormones, sugar, thyroid, contraception
  metformina|glifage|glucoformin; glibenclamida|daonil; gliclazida|diamicron|azukon; glimepirida|amaryl;
  insulina|nph|lantus|glargina|novorapid|humalog|humulin|novolin|tresiba|levemir|basaglar|lispro|degludeca|asparte;
  dapagliflozina|forxiga|xigduo; empagliflozina|jardiance|glyxambi; canagliflozina|invokana; sitagliptina|januvia;
  vildagliptina|galvus; linagliptina|trayenta; alogliptina|nesina; saxagliptina|onglyza; pioglitazona|stanglit;
  acarbose; liraglutida|saxenda|victoza; semaglutida|ozempic|wegovy|rybelsus; dulaglutida|trulicity;
  tirzepatida|mounjaro; repaglinida; levotiroxina|puran|puran t4|synthroid|euthyrox|levoid|tiroxina;
  metimazol|tapazol; propiltiouracila|propil; liotironina; cabergolina|dostinex; bromocriptina|parlodel;
  desmopressina|ddavp; somatropina; prednisona|meticorten; prednisolona|predsim|prelone; dexametasona|decadron;
  betametasona|celestone|diprospan|betnovate|quadriderm|diprogenta; hidrocortisona|solu-cortef|berlison;
  metilprednisolona|solu-medrol; deflazacorte|calcort; triancinolona|oncilon; mometasona|nasonex|elocom|topison;
  clobetasol|psorex; desonida|desonol; fludrocortisona;
  etinilestradiol|yasmin|yaz|diane|microvlar|ciclo 21|selene|belara|elani|ciproterona;
  drospirenona|yasmin|yaz|slinda|elani; levonorgestrel|pílula do dia seguinte|mirena|microvlar|kyleena;
  desogestrel|cerazette|mercilon; medroxiprogesterona|depo-provera|provera; noretisterona|mesigyna|primolut;
  progesterona|utrogestan|evocanil; estradiol|natifa|estreva|sandrena|estriol|premarin|promestrieno; tibolona|livial;
  dienogeste|allurene; clomifeno|clomid|indux; letrozol|femara; anastrozol|arimidex; tamoxifeno|nolvadex;
  raloxifeno|evista; testosterona|durateston|nebido; finasterida|proscar|propecia; dutasterida|avodart|combodart;
  tansulosina|secotex|omnic|combodart; alendronato|fosamax|ácido alendrônico|endronax; risedronato|actonel;
  ibandronato|bonviva; ácido zoledrônico|aclasta; denosumabe|prolia; carbonato de cálcio|cálcio|os-cal|calcitran;
  vitamina d|colecalciferol|addera|depura|dprev; calcitriol; 
  # stomach, bowel
  omeprazol|peprazol|losec; pantoprazol|pantozol|pantocal; esomeprazol|nexium; lansoprazol|prazol; rabeprazol|pariet;
  dexlansoprazol|dexilant; vonoprazana|inzelm; ranitidina|antak; famotidina|famox; cimetidina|tagamet;
  sucralfato|sucrafilm; hidróxido de alumínio|mylanta|maalox|gaviscon|estomazil|sal de fruta|pepsamar|simeco plus;
  bicarbonato|bicarbonato de sódio|citrocarbonato; domperidona|motilium|peridal; bromoprida|digesan|plamet;
  metoclopramida|plasil|eucil; ondansetrona|vonau|zofran|nausedron; dimenidrinato|dramin; meclizina|meclin;
  betaistina|labirin|betina|betaserc; flunarizina|vertix|flunarin; cinarizina|stugeron; simeticona|luftal|dimeticona;
  loperamida|imosec; racecadotrila|tiorfan; lactulose|lactulona; bisacodil|dulcolax|lacto-purga;
  picossulfato|guttalax; macrogol|muvinlax|peg|polietilenoglicol; óleo mineral|nujol;
  psyllium|metamucil|plantaben|ispagula; saccharomyces|floratil|repoflor;
  lactobacilos|enterogermina|probiótico|bacillus clausii; mesalazina|pentasa|asalit; sulfassalazina|azulfin;
  trimebutina|digedrat; mebeverina|duspatal; otilônio; pinavério|dicetel;
  ursodesoxicólico|ursacol|ácido ursodesoxicólico; silimarina|legalon; pancreatina|creon; 
  # breathing, allergy
  salbutamol|aerolin|aerojet|albuterol; fenoterol|berotec; ipratrópio|atrovent;
  formoterol|foraseq|alenia|symbicort|vannair; salmeterol|serevent|seretide;
  budesonida|busonid|pulmicort|budecort|noex|alenia|symbicort|vannair;
  beclometasona|clenil|miflasona|fostair|clenil hfa;
  fluticasona|flixotide|avamys|flixonase|seretide|relvar|trelegy|plurair|fluticaps; ciclesonida|alvesco|omnaris;
  tiotrópio|spiriva|spiolto; glicopirrônio|seebri|ultibro; indacaterol|onbrize; olodaterol; vilanterol|anoro;
  umeclidínio; montelucaste|singulair|montelair; teofilina|teolong; aminofilina; bambuterol; omalizumabe|xolair;
  dupilumabe|dupixent; acetilcisteína|fluimucil|nac; ambroxol|mucosolvan|anabron|expectovic; bromexina|bisolvon;
  carbocisteína|mucofan|mucolitic; guaifenesina|vick; dropropizina|vibral|levodropropizina|percof;
  clobutinol|silomat; cloperastina|seki; hedera|hedera helix|abrilar; pelargonium|kaloba|imunoflan;
  loratadina|claritin|loralerg; desloratadina|desalex; cetirizina|zyrtec; levocetirizina|zina|zyxem;
  fexofenadina|allegra; bilastina|alektos; ebastina|ebastel; rupatadina|rupafin; epinastina;
  dexclorfeniramina|polaramine|histamin|celestamine|koide; hidroxizina|hixizine; prometazina|fenergan; difenidramina;
  clorfeniramina|cimegripe|multigrip|benegrip|resfenol|naldecon|apracur; fenilefrina|naldecon|decongex;
  pseudoefedrina; nafazolina|sorine|neosoro|naridrin; oximetazolina|afrin; cromoglicato|olopatadina|patanol;
  azelastina|rino-lastin; cetotifeno|zaditen; 
  # mind, nerves, sleep
  fluoxetina|prozac|daforin|verotina; sertralina|zoloft|tolrest; paroxetina|aropax|paxil; citalopram|cipramil;
  escitalopram|lexapro|exodus|reconter; fluvoxamina|luvox; venlafaxina|efexor|venlift; desvenlafaxina|pristiq;
  duloxetina|cymbalta|velija; bupropiona|wellbutrin|zyban; mirtazapina|remeron; trazodona|donaren;
  vortioxetina|brintellix; agomelatina|valdoxan; amitriptilina|tryptanol|amytril; nortriptilina|pamelor;
  imipramina|tofranil; clomipramina|anafranil; vilazodona; esketamina|cetamina|ketamina; clonazepam|rivotril|clopam;
  diazepam|valium; alprazolam|apraz; lorazepam|lorax; bromazepam|lexotan|somalium; midazolam|dormonid;
  cloxazolam|olcadil; flurazepam|dalmadorm; nitrazepam; clobazam|frisium|urbanil; zolpidem|stilnox|patz;
  zopiclona|imovane; eszopiclona|prysma; buspirona|ansitec|buspar; melatonina; passiflora|maracugina|pasalix|seakalm;
  valeriana; doxepina; suvorexanto|lemborexanto; lítio|carbolitium|carbonato de lítio;
  valproato|depakene|depakote|ácido valproico|divalproato|valproato de sódio; carbamazepina|tegretol;
  oxcarbazepina|trileptal; lamotrigina|lamictal; topiramato|topamax|amato; levetiracetam|keppra; fenitoína|hidantal;
  fenobarbital|gardenal; primidona; lacosamida; gabapentina|neurontin; pregabalina|lyrica|prebictal; vigabatrina;
  etossuximida; canabidiol|cbd; quetiapina|seroquel|quetros; olanzapina|zyprexa; risperidona|risperdal;
  aripiprazol|abilify|aristab; haloperidol|haldol; clorpromazina|amplictil; levomepromazina|neozine;
  clozapina|leponex; ziprasidona|geodon; lurasidona|latuda; paliperidona|invega; sulpirida|equilid|dogmatil;
  periciazina|neuleptil; biperideno|akineton; metilfenidato|ritalina|concerta; lisdexanfetamina|venvanse;
  atomoxetina|atentah; modafinila|stavigile; donepezila|eranz; rivastigmina|exelon; galantamina|reminyl;
  memantina|ebix|alois; levodopa|prolopa|carbidopa|sinemet; pramipexol|sifrol; amantadina|mantidan; selegilina;
  rasagilina|azilect; sumatriptana|imigran|sumax|sumatriptano; naratriptana|naramig; zolmitriptana|zomig;
  rizatriptana|maxalt; ergotamina|cefaliv|cefalium|di-hidroergotamina|ormigrein|migrane; erenumabe;
  toxina botulínica|botox; naltrexona|revia; dissulfiram|antietanol; acamprosato; vareniclina|champix;
  nicotina|niquitin|nicorette|adesivo de nicotina; piracetam|nootropil; ginkgo|tebonin|ginkgo biloba; sibutramina;
  orlistate|xenical|lipiblock; riluzol; 
  # eyes, skin, bladder, others
  oxibutinina|retemic; tolterodina; solifenacina|vesicare; mirabegrona|myrbetric; fenazopiridina|pyridium; flavoxato;
  sildenafila|viagra; tadalafila|cialis; vardenafila|levitra; citrato de potássio|litocit; latanoprosta|xalatan;
  bimatoprosta|lumigan; travoprosta|travatan; dorzolamida|cosopt|trusopt; brimonidina|alphagan; brinzolamida|azopt;
  carmelose|lacrima|systane|hyabak|optive|lágrima artificial|fresh tears; ciclosporina|restasis|sandimmun;
  tropicamida; tacrolimo|tacrolimus|protopic|prograf; pimecrolimo|elidel; isotretinoína|roacutan;
  adapaleno|differin|epiduo; tretinoína|vitacid; peróxido de benzoíla|epiduo|acnase; ácido salicílico;
  ácido azelaico|azelan; hidroquinona; ureia|ureadin; dexpantenol|bepantol|hipoglós|óxido de zinco;
  sulfadiazina de prata|dermazine; colagenase|kollagenase|iruxol; calamina|caladryl; imiquimode; podofilina;
  calcipotriol|daivobet; minancora; clorexidina|merthiolate|periogard; iodopovidona|povidine;
  óleo de girassol|dersani; cânfora; arnica; lidocaína|xylocaína|emla; mentol|gelol|salonpas|calminex;
  ácido fólico|folacin|metilfolato; sulfato ferroso|noripurum|combiron|neutrofer|ferro|ferro polimaltosado;
  vitamina b12|cianocobalamina|citoneurin|cobalamina|mecobalamina|complexo b|dozemast;
  vitamina c|ácido ascórbico|cebion|redoxon|cewin; zinco; magnésio|cloreto de magnésio|sulfato de magnésio;
  potássio|cloreto de potássio|slow-k; ômega 3; polivitamínico|centrum|natele|ogestan|addera kids|protovit|ad-til;
  creatina; colágeno; coenzima q10; vitamina a|retinol; vitamina e; biotina; vitamina b6|piridoxina;
  tiamina|vitamina b1|benerva; metotrexato|mtx; azatioprina|imuran; micofenolato; leflunomida|arava;
  adalimumabe|humira; infliximabe|remicade; etanercepte|enbrel; tocilizumabe|actemra; rituximabe|mabthera;
  tofacitinibe|xeljanz; ciclofosfamida; imunoglobulina|matergam; misoprostol|cytotec; ocitocina;
  metilergometrina|methergin; nifedipina retard; atropina; glucagon; naloxona; flumazenil; carvão ativado;
  deferasirox; hidroxiureia; eritropoetina; filgrastim; imatinibe; capecitabina|xeloda;
  ácido alfa-lipóico|thioctacid; etna|nucleo cmp; castanha da índia; soro antiofídico|soro antitetânico;
  cascara sagrada|sene|tamarine|naturetti;
`
export const drugNames: readonly string[] = written
  .split('\n')
  .filter((line) => !line.trimStart().startsWith('#'))
  .join(' ')
  .split(';')
  .map((line) => line.trim())
  .filter((line) => line !== '')

/** What a name ends in when it names a drug: substances that the list does not have. */
export const drugEndings =
  /^(?:\w{3,}(?:cilina|micina|floxacin[oa]|ciclina|sartana?|dipin[oa]|tiazida|gliflozina|gliptina|glutida|vastatina|fibrato|parina|xabana|gatrana|prazol|prazana|conazol|nidazol|bendazol|ciclovir|tegravir|vudina|oxetina|talopram|faxina|triptilina|pramina|zepam|zolam|barbital|gabalina|triptana?|setrona|xicam|coxibe|profeno|fenaco|predniso(?:na|lona)|metasona|cortisona|sonida|ticasona|terol|tropio|lucaste|tadina|rizina|fenadina|olol|dronato|dronico|tiapina|peridona|prazina|piprazol|tiracetam|zumabe|limumabe|ximabe|tinibe|lukaste|losina|zosina|steride|sterida|tidina|azosina|caina|semida|zodona|afila|prosta|mabe)|cef\w{2,}(?:xina|xima|zolina|axona|pima|idima|xila|clor|tina)|sulf(?:a|ametoxazol|adiazina))$/

/** Whoever is allergic to one name of a line is warned of the others. */
export const drugFamilies: readonly string[] = [
  'penicilina|amoxicilina|amoxicilina com clavulanato|ampicilina|oxacilina|piperacilina',
  'cefalexina|cefadroxila|cefazolina|cefuroxima|cefaclor|ceftriaxona|cefepima|ceftazidima|cefotaxima|cefixima',
  'sulfametoxazol|sulfadiazina|sulfadiazina de prata|trimetoprima',
  'ácido acetilsalicílico|ibuprofeno|diclofenaco|cetoprofeno|nimesulida|naproxeno|meloxicam|piroxicam|tenoxicam|cetorolaco|aceclofenaco|indometacina',
  'azitromicina|claritromicina|eritromicina|espiramicina',
  'ciprofloxacino|levofloxacino|norfloxacino|moxifloxacino|ofloxacino',
  'enalapril|captopril|ramipril|lisinopril|perindopril|benazepril',
  'morfina|codeína|tramadol|petidina|oxicodona|metadona',
]
/** What people say when they mean a whole family: the name of one of it; a word may stand for several families. */
export const familyWords: readonly (readonly [string, string])[] = [
  ['anti-inflamatório', 'ibuprofeno'],
  ['aine', 'ibuprofeno'],
  ['penicilinas', 'penicilina'],
  ['betalactâmico', 'amoxicilina'],
  ['betalactâmico', 'cefalexina'],
  ['sulfas', 'sulfametoxazol'],
  ['opioide', 'morfina'],
  ['cefalosporina', 'cefalexina'],
  ['quinolona', 'ciprofloxacino'],
  ['macrolídeo', 'azitromicina'],
]
