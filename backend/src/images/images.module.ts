import { Module } from '@nestjs/common';
import { ImageFilesService } from './image-files.service.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { UploadsService } from './uploads.service.js';

@Module({
  controllers: [ImagesController],
  providers: [ImagesService, UploadsService, ImageFilesService],
  exports: [ImagesService],
})
export class ImagesModule {}
