import { Module } from '@nestjs/common';
import { Listener } from './listener.js';

@Module({ providers: [Listener], exports: [Listener] })
export class ListenerModule {}
