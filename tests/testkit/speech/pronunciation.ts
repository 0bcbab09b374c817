// Brazilian Portuguese words in the phones of pocketsphinx's American English model, by way of espeak-ng's IPA.
import { execFileSync } from 'node:child_process'

// Longest first: an affricate or a diphthong must win over its first letter.
const PHONES = `
  tʃ CH | dʒ JH | aɪ AY | eɪ EY | oɪ OY | aʊ AW | oʊ OW | ɐ̃ AH N | ã AH N | ẽ EY N | ĩ IY N | õ OW N | ũ UW N |
  æ AH | ɐ AH | ə AH | ʌ AH | a AA | ɛ EH | e EY | i IY | ɪ IH | y IY | ɔ AO | o OW | u UW | ʊ UH | w W | j Y |
  ʒ ZH | ʃ SH | ʎ L Y | ɲ N Y | ŋ NG | ɾ R | r R | ɹ R | ʁ HH | x HH | h HH | b B | d D | f F | g G | ɡ G | k K |
  l L | m M | n N | p P | s S | t T | v V | z Z`
  .split('|')
  .map((pair) => pair.trim().normalize('NFC').split(' '))
  .map(([sound = '', ...phones]) => [sound, phones.join(' ')] as const)

const NASAL = /\p{M}/u

export function phonesOf(word: string): string {
  const spoken = execFileSync('espeak-ng', ['-v', 'pt-br', '-q', '--ipa', word], { encoding: 'utf8' })
  const ipa = spoken.normalize('NFC').replace(/\u200d|[ˈˌː\s_|]/g, '')
  const phones: string[] = []
  for (let at = 0; at < ipa.length; ) {
    const phone = PHONES.find(([sound]) => ipa.startsWith(sound, at))
    if (phone) phones.push(phone[1])
    // A tilde left alone makes the vowel before it nasal.
    else if (NASAL.test(ipa[at] as string)) phones.push('N')
    else throw new Error(`no phone for ${ipa[at]} in ${word} (${ipa})`)
    at += phone ? phone[0].length : 1
  }
  return phones.join(' ')
}
