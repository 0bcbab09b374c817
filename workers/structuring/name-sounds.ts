import { plain } from '#domain/text.ts'

/** Names of at least this length are recognised with one letter different. */
const LONG = 6

/**
 * The spellings under which a name may be heard: 'Thiago' and 'Tiago', 'Souza' and 'Sousa', 'Victor' and 'Vitor' are
 * one. Words that differ in Portuguese stay different: 'Serra' is not 'será', 'Rosa' not 'roça'.
 */
export function soundsOf(word: string): string[] {
  const phonetic = plain(word.toLowerCase().normalize('NFC').replace(/ç/g, 'ss'))
    .replace(/lh/g, 'L')
    .replace(/nh/g, 'N')
    .replace(/ph/g, 'f')
    .replace(/sh/g, 'ch')
    .replace(/ch(?=[rlnt])/g, 'k')
    .replace(/^h|(?<!c)h/g, '')
    .replace(/y/g, 'i')
    .replace(/sc(?=[ei])/g, 'ss')
    .replace(/(?<=[aeiou])c(?=[ei])/g, 'ss')
    .replace(/c(?=[ei])/g, 's')
    .replace(/qu(?=[ei])|ck|c(?!h)|q/g, 'k')
    .replace(/[kp](?=t)|(?<=m)p(?=s)/g, '')
    .replace(/t[ei]$/, 't')
    .replace(/xs/g, 'x')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/^jio/, 'jeo')
    .replace(/^fili/, 'feli')
    .replace(/^s(?=[kfmpt])/, 'es')
    .replace(/([^rs])\1+/g, '$1')
    .replace(/(?<=[aeiou])s(?=[aeiou])/g, 'z')
    .replace(/(?<![aeiou])z|z(?![aeiou])/g, 's')
    .replace(/ss+/g, 's')
    .replace(/eia$/, 'ea')
    .replace(/aes$/, 'ais')
    .replace(/oel$/, 'uel')
    .replace(/m(?=[^aeiou])|(?<=...)m$/g, 'n')
  const written = phonetic.includes('ch') ? [phonetic.replace(/ch/g, 'x'), phonetic.replace(/ch/g, 'k')] : [phonetic]
  const sounds = written.flatMap((one) =>
    one.includes('w') ? [one.replace(/w/g, 'v'), one.replace(/w/g, 'u')] : [one],
  )
  if (word.length < LONG) return sounds
  return sounds.flatMap((one) => [
    one,
    one
      .replace(/rr/g, 'r')
      .replace(/z/g, 's')
      .replace(/[aei]$/, '_'),
  ])
}

/** The names of which a word may be the diminutive: 'Thiaguinho', 'Aninha', 'Joãozinho', 'Marquinhos'. */
export function namesWithin(word: string): string[] {
  const found = /^(.{2,}?)(z?)inh([oa])(s?)$/u.exec(plain(word))
  if (!found) return []
  const [, root = '', z = '', end = '', s = ''] = found
  const own = `${root}${z}`.replace(/gu$/, 'g').replace(/qu$/, 'c')
  // 'Dois aninhos' are no Ana.
  if (s) return [`${own}${end}s`]
  return [own, own + end, `${own}e`, ...(z ? [root] : [])].filter((name) => name.length > 2)
}
