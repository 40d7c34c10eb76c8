import sharp from 'sharp';

/** A stored derivative as mails show it: a JPEG of this size, cropped, since Outlook shows no WebP. */
export function mailPhoto(webp: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(webp).resize(width, height, { fit: 'cover' }).jpeg({ quality: 76 }).toBuffer();
}

/** A stored logo as mails show it: a square PNG, transparent around the logo. */
export function mailLogo(webp: Buffer, pixels: number): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(webp).resize(pixels, pixels, { fit: 'contain', background }).png({ palette: true }).toBuffer();
}
