declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    keepFeatures: readonly string[]
    variationAxes: Record<string, { min: number; max: number }>
    noHinting: boolean
  }
  export default function subset(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
