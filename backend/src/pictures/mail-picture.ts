import sharp from 'sharp';

/** Converts a stored derivative for mails: a JPEG, cropped to this size, because Outlook does not show WebP. */
export function mailPhoto(webp: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(webp).resize(width, height, { fit: 'cover' }).jpeg({ quality: 76 }).toBuffer();
}

/** Converts a stored logo for mails: a square PNG, transparent around the logo. */
export function mailLogo(webp: Buffer, pixels: number): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(webp).resize(pixels, pixels, { fit: 'contain', background }).png({ palette: true }).toBuffer();
}
