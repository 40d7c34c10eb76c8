import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PositionView } from '../contract/deliveries.js';
import { Image } from '../images/image.entity.js';
import { Bytes, MalformedPicture } from '../pictures/delivery/bytes.js';
import { exifOfJpeg } from '../pictures/delivery/jpeg-parts.js';
import { exifOfPng } from '../pictures/delivery/png-parts.js';
import { takenWhere } from '../pictures/delivery/taken-where.js';
import { getRow } from '../platform/database/get-row.js';
import { imageKeys } from '../platform/storage/keys.js';
import { contentOf, Storage } from '../platform/storage/storage.js';
import { positionText } from './photo-texts.js';

/** Cameras write what they know at the start of a file. */
const HEAD_BYTES = 256 * 1024;

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
    if (extension !== 'jpg' && extension !== 'png') return { position: null };
    const key = imageKeys(fileId, extension).original;
    const file = await this.storage.open(key, { start: 0, end: HEAD_BYTES - 1 });
    if (!file) return { position: null };
    const head = Bytes.of(await contentOf(file));
    try {
      const exif = await (extension === 'jpg' ? exifOfJpeg(head) : exifOfPng(head));
      return { position: positionText(takenWhere(exif)) };
    } catch (error) {
      if (error instanceof MalformedPicture) return { position: null };
      throw error;
    }
  }
}
