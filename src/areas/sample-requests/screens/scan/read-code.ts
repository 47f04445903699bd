/** Reads the QR code in a picture; null when there is none. */
export type CodeReader = (picture: ImageBitmap | HTMLVideoElement, longest: number) => Promise<string | null>

/**
 * The browser's native detector if available, which also reads skewed codes; otherwise a library that is loaded on
 * demand.
 */
export const loadCodeReader = async (): Promise<CodeReader> => (await nativeReader()) ?? (await ownReader())

/** Missing from the types of some browsers. */
interface Detector {
  detect: (picture: ImageBitmap | HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface Detectors {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const nativeReader = async (): Promise<CodeReader | null> => {
  const Native = (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector
  const formats: readonly string[] = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (!Native || !formats.includes('qr_code')) return null
  const detector = new Native({ formats: ['qr_code'] })
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
}

const ownReader = async (): Promise<CodeReader> => {
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (picture, longest) => {
    const [across, down] =
      picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
    if (!context || across === 0 || down === 0) return null
    const scale = Math.min(1, maxPixels / Math.max(across, down))
    canvas.width = Math.round(across * scale)
    canvas.height = Math.round(down * scale)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    try {
      return decode(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: longest })
    } catch {
      // No code, or an unreadable one.
      return null
    }
  }
}

/** Limit of the longer side; a label that fills a tenth of the picture is still readable. */
const maxPixels = 1280
