/** Numbers as speech says them, with units of time: in text with accents, lower case. */
export const numeral =
  '(?:\\d+|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|mil|meia|meio)'
export const timeUnit = '(?:segundos?|minutos?|horas?|dias?|noites?|semanas?|m[eê]s|meses|anos?)'
