import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { Ai } from './ai.js';
import { CallGate } from './call-gate.js';
import { OfflineProvider } from './offline.js';

/** Provides `Ai`: the configured provider, or the built-in one. */
@Module({
  providers: [{ provide: Ai, inject: [CONFIG, DataSource], useFactory: chooseAi }],
  exports: [Ai],
})
export class AiModule {}

async function chooseAi({ openai, aiTimeoutMs, aiMaxPerMinute }: Config, dataSource: DataSource): Promise<Ai> {
  if (!openai) return new OfflineProvider();
  const gate = aiMaxPerMinute ? new CallGate(dataSource, aiMaxPerMinute) : undefined;
  // Its client takes time to load, and memory.
  const { OpenAiProvider } = await import('./openai.js');
  return new OpenAiProvider({ openai, timeoutMs: aiTimeoutMs, gate });
}
