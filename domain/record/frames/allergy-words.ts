// Words by which an allergy is told, denied or taken for something else. They name no substance.
import type { Clause } from '#domain/dialogue/clause.ts'

export const allergy = /\balerg\w+/
export const onFile =
  /\b(consta|constava|cadastro|ficha|prontuario|registro|registrad[oa]|anotad[oa]|aqui (ta|esta|tem|diz)|diz (que|aqui|alergia)|confere)\b/
export const notIt =
  /\b(nao (e|foi|era) (uma )?alergia|alergia nao e|nao alergia|(eu )?(penso|pensei|achei|achava)|nao tem alergia|nem sei se e)\b/
export const tolerated =
  /\b(nunca (me |ele |ela )?(deu|fez|tive|teve|senti)|nao (deu|fez|me deu) nada|sem nada|numa boa|varias vezes|tom[oa] bem|nao tem problema|sem problema|sem reacao|toma (\w+ )?desde sempre|tomei (muit|varias))/
export const cannot =
  /\b(nao (posso|pode|tom[oa](?! mais)|pode tomar|posso tomar|pode ver)|nunca mais(?! (testei|tomei|usei|tive))|proibid\w+|nem pensar|passei mal|passou mal|reacao|quase morri|me fez mal|ataca|come a pele)\b/
export const no =
  /^(ah |e |ai |olha |bom |doutor |doutora |entao |alergia |que eu saiba |ele |ela |eu )*(nao|nunca|nada|nenhum|nenhuma|no(?= ningun|$)|ninguno|ninguna|negativo|zero|isso nao)\b|\b(nenhuma?|nada|que eu saiba nao|nao tenho|nao tem|sei de nada|mais nada)$/
export const medicine = /\b(remedio\w*|medicament\w+|medicac\w+|medicin\w+)\b/
/** 'Isso tá errado, quem é alérgica é minha irmã'. */
export const notMine = /\b(errad[oa]|engano|quem (e|era|tem|tinha)( \w+)? (e|era)|nao e (meu|minha))\b/
export const unaware =
  /\bnao (sabia|sei|lembr\w+|disse|falei|contei)\b|\bnunca (comeu|comi|tomou|tomei|usou|usei) nada\b/
export const childhood =
  /\b(infancia|quando (eu )?(era )?(crianca|pequen[oa]|menin[oa]|bebe)|de crianca|quando crianca|pequenininh[oa])\b/

/** 'Não, só a dipirona.' */
export const excepting =
  /^(ah |olha )?(nao|nenhuma?|nada)( que eu saiba| tenho)? (so|somente|apenas|tirando|fora|menos|exceto) /
/** 'Ah, espera, tenho sim': the patient goes back on a no. */
export const retaking =
  /^(ah |mas |nao |olha |opa |doutora? )*(espera|pera|lembrei|tenho sim|tenho (a|ao|de|da|do)|quer dizer|minto|alias|na verdade|sim)\b|\btenho sim\b/
export const noMore = /\b(tom(o|ei|ando|ado)|us(o|ei|ando|ado))\b/
/** 'Me ataca o estômago': a side effect. */
export const irritating = /\b(estomago|gastrite|figado|intestino|azia|sono|tontura)\b|\bpor causa d/
/** 'Tenho alergia', without a name or a 'não' right before. */
export const isAllergic = ({ tokens, plain }: Clause): boolean => {
  const at = tokens.findIndex(({ word }) => word.startsWith('alergi'))
  return (
    /\b(tenho|sou|da|deu) alergi(a|c[oa])( (a|com) (el[ea]|iss[oa]|ess[ea]))?$/.test(plain) &&
    !denying.test(tokens[at - 2]?.word ?? '')
  )
}

export const denying = /^(nao|nem|sem|nunca|nenhuma?)$/
