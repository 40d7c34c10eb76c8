import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { Provider } from './provider.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { SingleSignOnService } from './single-sign-on.service.js';

@Module({ imports: [AuthModule], controllers: [SingleSignOnController], providers: [Provider, SingleSignOnService] })
export class SingleSignOnModule {}
