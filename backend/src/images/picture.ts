/** What an uploaded picture file turned out to be, with the derivatives made from it. */
export interface Picture {
  /** File ending by content: jpg, png, webp, avif or gif. */
  extension: 'jpg' | 'png' | 'webp' | 'avif' | 'gif';
  /** Size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** Paths of the derivatives: upright WebP without metadata, at most 1600 px and 480 px. */
  previewPath: string;
  thumbnailPath: string;
}
