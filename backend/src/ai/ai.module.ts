import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../platform/config.module.js';
import type { Config } from '../config.js';
import { Ai } from './ai.js';

/** Provides `Ai`: the configured provider, or the built-in one. */
@Module({
  providers: [{ provide: Ai, inject: [CONFIG, DataSource], useFactory: chooseAi }],
  exports: [Ai],
})
export class AiModule {}

/**
 * Returns the OpenAI-compatible provider if it is configured, otherwise the built-in one. Only the chosen one is
 * loaded, to save memory.
 */
async function chooseAi({ openai, aiTimeoutMs, aiMaxPerMinute }: Config, db: DataSource): Promise<Ai> {
  if (!openai) {
    const { OfflineProvider } = await import('./providers/offline/offline.js');
    return new OfflineProvider();
  }
  const { OpenAiProvider } = await import('./providers/openai/openai.js');
  const { CallGate } = await import('./providers/openai/call-gate.js');
  const gate = aiMaxPerMinute ? new CallGate(db, aiMaxPerMinute) : undefined;
  return new OpenAiProvider({ openai, timeoutMs: aiTimeoutMs, gate });
}
