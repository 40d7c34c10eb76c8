import { Module } from '@nestjs/common';
import { DecisionsModule } from '../reviews/decisions.service.js';
import { MomentsModule } from '../moments/moments.module.js';
import { DuplicatesService } from './duplicates.service.js';
import { ImageFilesService } from './image-files.service.js';
import { ImageOrderService } from './image-order.service.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [DecisionsModule, MomentsModule],
  controllers: [ImagesController],
  providers: [ImagesService, ImageOrderService, DuplicatesService, UploadsService, ImageFilesService],
  exports: [ImagesService, UploadsService, ImageFilesService],
})
export class ImagesModule {}
