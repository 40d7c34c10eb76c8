import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { Ai } from './ai.js';
import { CallGate } from './call-gate.js';
import { OfflineProvider } from './offline.js';
import { OpenAiProvider } from './openai.js';

/** Provides `Ai`: the configured provider, or the built-in one. */
@Module({
  providers: [{ provide: Ai, inject: [CONFIG, DataSource], useFactory: chooseAi }],
  exports: [Ai],
})
export class AiModule {}

function chooseAi({ openai, aiTimeoutMs, aiMaxPerMinute }: Config, dataSource: DataSource): Ai {
  if (!openai) return new OfflineProvider();
  const gate = aiMaxPerMinute ? new CallGate(dataSource, aiMaxPerMinute) : undefined;
  return new OpenAiProvider({ openai, timeoutMs: aiTimeoutMs, gate });
}
