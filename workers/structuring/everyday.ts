import { isRelative } from '#domain/record/safety/kin.ts'
import { care } from '#domain/record/safety/lexicon/care.ts'
import { complaints } from '#domain/record/safety/lexicon/complaints.ts'
import { illnesses, surroundings } from '#domain/record/safety/lexicon/conditions.ts'
import { isGeneral, isLight } from '#domain/record/safety/words.ts'
import { plain } from '#domain/text.ts'

/** Everyday words that are also names, or sound like one, and are in no clinical lexicon. */
const others = new Set(
  (
    'rosa vitoria gloria pena branca preto preta costa costas campos vale ramos flores neves reis pinto lima mata matos ' +
    'rocha serra prado pires gato coelho cordeiro carneiro barros porto paz bento fortes forte santos cruz batista ' +
    'guerra penha franco franca salvador mel pai pais dia boa bom leal justo severo severa benigno benigna modesto ' +
    'constante prudente maximo maxima minimo minima primo prima segundo bravo valente clemente placido feliz felicidade ' +
    'esperanca piedade paixao alegria saudade prazeres ventura inocencio moreno morena ruivo roxo verde vermelho amarelo ' +
    'azul prata ouro ferro machado chaves passos paco pedra pedras terra fonte fontes monte montes ponte pontes ' +
    'leao amora violeta estrela lua sol ceu iris linda ' +
    'sara cena cenas cera sera roca aparecida aparecido aparecidas assuncao consolo anjos amor amado senhora ' +
    'homem mulher menino menina pessoa pessoas alto alta baixo baixa novo nova velho velha grande pequeno gordo magro ' +
    'casa casado casada moco moca juiz padre bispo papa guia cid chagas junior bisneto'
  ).split(' '),
)
/** Names of quarters and cities that are everyday words: 'boa vista', 'desde o Natal', 'contagem de plaquetas'. */
const places = new Set(
  (
    'vista belo bela alegre natal brasil centro norte sul leste oeste agua aguas fria quente limpa campo campina santa ' +
    'contagem palmas palma cascavel sorriso picos patos bonito gravata vassouras barreiras registro socorro salto colonia ' +
    'formiga volta redonda lagoa lagoas americana paraiso cristalina torres castro saude liberdade consolacao ' +
    'republica luz lapa gloria independencia progresso industrial universitario jardim parque ponta grossa feira ' +
    'pouso coracao coracoes mineiros cabo frio divino nova novo vila planalto barra ' +
    'bebedouro descanso extrema vargem varzea caldas quatro tres sete uniao vitoria'
  ).split(' '),
)
/** Words after which 'seu' is a possessive: 'seu filho', 'seu braço'. */
const owned =
  /^(filh[oa]|net[oa]|bisneto|sobrinh[oa]|prim[oa]|pais?|irma[oa]?|cabeca|braco|peito|nascimento|parto|leite|casa)$/

let clinical: Set<string> | undefined
const isClinical = (word: string): boolean => {
  clinical ??= new Set(
    plain([...complaints, ...illnesses, ...surroundings, ...care].join(' ').replaceAll('|', ' ')).match(
      /[\p{L}]{3,}/gu,
    ),
  )
  return clinical.has(word)
}

/** True for names that are everyday or clinical words too: 'remédios', 'dor de cabeça', 'meu neto', 'leite', 'rosa'. */
export const isEveryday = (word: string): boolean =>
  others.has(word) || isRelative(word) || isGeneral(word) || isLight(word) || isClinical(word)
/** True for names of places that are everyday words too. */
export const isEverydayPlace = (word: string): boolean => places.has(word) || isEveryday(word)
/** True for something a person has: after 'seu' it is no name. */
export const isOwned = (word: string): boolean => owned.test(word)
