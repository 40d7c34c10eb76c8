import { Module } from '@nestjs/common';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { MomentsModule } from '../moments/moments.module.js';
import { MomentCopiesService } from './moment-copies.service.js';
import { ImageFilesService } from './image-files.service.js';
import { ImageOrderService } from './image-order.service.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ReviewsModule, MomentsModule],
  controllers: [ImagesController],
  providers: [ImagesService, ImageOrderService, MomentCopiesService, UploadsService, ImageFilesService],
  exports: [ImagesService, UploadsService, ImageFilesService],
})
export class ImagesModule {}
