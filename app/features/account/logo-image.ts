import { ApiFailure } from '#app/lib/api.ts'
import { LOGO_BYTES_MAX, LOGO_HEIGHT_MAX, LOGO_WIDTH_MAX } from '#domain/account/logo.ts'

const UNREADABLE = 'Não foi possível ler esta imagem. Use um arquivo PNG, JPEG ou SVG.'
const refused = (why: string) => new ApiFailure('logo_unreadable', 0, why)
/** Tried in order until the file is small enough. */
const QUALITIES = [0.92, 0.8, 0.6, 0.4]
const SIZES = [1, 0.7, 0.5]

/** The image as a small JPEG on white, in base64. Throws ApiFailure with a message for the doctor. */
export async function jpegOf(file: File): Promise<string> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode().catch(() => {
      throw refused(UNREADABLE)
    })
    for (const size of SIZES)
      for (const quality of QUALITIES) {
        const [, base64 = ''] = drawn(image, size).toDataURL('image/jpeg', quality).split(',')
        if (base64.length * 0.75 <= LOGO_BYTES_MAX) return base64
      }
    throw refused('A imagem tem detalhes demais para um logotipo.')
  } finally {
    URL.revokeObjectURL(url)
  }
}

function drawn(image: HTMLImageElement, size: number): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = image
  if (naturalWidth === 0 || naturalHeight === 0) throw refused(UNREADABLE)
  const scale = size * Math.min(1, LOGO_WIDTH_MAX / naturalWidth, LOGO_HEIGHT_MAX / naturalHeight)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(naturalWidth * scale))
  canvas.height = Math.max(1, Math.floor(naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) throw refused(UNREADABLE)
  // JPEG has no transparency: without this the empty parts are black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}
