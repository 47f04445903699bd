import sharp from 'sharp'

/** A photo as phones take it: large, lying on its side, with the place where it was taken. */
export const turnedPhoto = () =>
  sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#886655' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 7/1 0/1' } })
    .jpeg()
    .toBuffer()
