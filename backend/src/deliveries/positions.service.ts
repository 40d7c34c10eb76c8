import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PositionView } from '../contract/deliveries.js';
import { Image } from '../images/image.entity.js';
import { Bytes, MalformedPicture } from '../pictures/delivery/bytes.js';
import { exifOfHeic } from '../pictures/delivery/heic-parts.js';
import { exifOfJpeg } from '../pictures/delivery/jpeg-parts.js';
import { exifOfPng } from '../pictures/delivery/png-parts.js';
import { takenWhere } from '../pictures/delivery/taken-where.js';
import { getRow } from '../platform/database/get-row.js';
import { imageKeys } from '../platform/storage/keys.js';
import { contentOf, Storage } from '../platform/storage/storage.js';
import { positionText } from './photo-texts.js';

/** Cameras write what they know at the start of a file. */
const HEAD_BYTES = 256 * 1024;

const EXIF_READERS: Partial<Record<string, (source: Bytes) => Promise<Buffer | undefined>>> = {
  jpg: exifOfJpeg,
  png: exifOfPng,
  heic: exifOfHeic,
};

/** Where photos were taken, as their files say. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
  ) {}

  /** @throws AppError 404 */
  async of(imageId: string): Promise<PositionView> {
    const { fileId, extension } = await getRow(this.db.manager, Image, imageId);
    const read = EXIF_READERS[extension];
    if (!read) return { position: null };
    const key = imageKeys(fileId, extension).original;
    // Only a HEIC names the place of its EXIF block, which may be anywhere.
    const source =
      extension === 'heic'
        ? new Bytes((at, length) => this.part(key, at, length))
        : Bytes.of(await this.part(key, 0, HEAD_BYTES));
    try {
      return { position: positionText(takenWhere(await read(source))) };
    } catch (error) {
      if (error instanceof MalformedPicture) return { position: null };
      throw error;
    }
  }

  /** Part of a file; empty if there is none. */
  private async part(key: string, at: number, length: number): Promise<Buffer> {
    const file = await this.storage.open(key, { start: at, end: at + length - 1 });
    return file ? contentOf(file) : Buffer.alloc(0);
  }
}
