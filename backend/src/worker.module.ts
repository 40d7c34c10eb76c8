import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AiModule } from './ai/ai.module.js';
import { CAPTIONS, CaptionsHandler } from './captions/captions.run.js';
import { ConfigModule } from './platform/config.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import type { RunKindName } from './contract/runs.js';
import { NewRounds } from './reviews/new-rounds.js';
import { RechecksSweep } from './domains/rechecks.sweep.js';
import { LinkTokensModule } from './sharing/link-tokens.js';
import { DeliveredMail } from './deliveries/delivered-mails.js';
import { DomainLostMail } from './domains/domain-lost-mail.js';
import { InvitationMail, LinkClosedMail, NewRoundMail, ReceiptMail, ReminderMail } from './sharing/review-mails.js';
import { ColleagueInvitationMail, LostPasswordMail } from './password-links/password-mails.js';
import { MAIL_SOURCES, type MailSources } from './mail/mail-source.js';
import { MAILS, MailsHandler } from './mail/mails.run.js';
import { OutboxModule } from './mail/outbox.js';
import { MailsSweep } from './mail/mails.sweep.js';
import { MomentCountsSweep } from './moments/moment-counts.sweep.js';
import { SUGGESTIONS, SuggestionsHandler } from './optimizations/suggestions.run.js';
import { NotificationMailsSweep } from './notifications/notification-mails.sweep.js';
import { MailerModule } from './platform/mail/mailer.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { RetentionSweep } from './retention/retention.sweep.js';
import type { RunHandler, RunKind } from './runs/run-kind.js';
import { runWorker } from './runs/run.worker.js';
import { RunsSweep } from './runs/runs.sweep.js';
import { DeletionsModule, DeletionsSweep } from './platform/storage/deletions.service.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { SignedTokensModule } from './platform/tokens/signed-tokens.js';
import { WebsitesModule } from './websites/websites.module.js';

/** What does the work of each kind: a kind without its handler here does not compile. */
const RUN_HANDLERS: Record<RunKindName, { kind: RunKind; handler: Type<RunHandler> }> = {
  captions: { kind: CAPTIONS, handler: CaptionsHandler },
  mails: { kind: MAILS, handler: MailsHandler },
  optimizations: { kind: SUGGESTIONS, handler: SuggestionsHandler },
};

/** Which domain reads the facts of each kind of mail when it is sent. */
const SOURCES: MailSources = {
  invitation: InvitationMail,
  newRound: NewRoundMail,
  reminder: ReminderMail,
  receipt: ReceiptMail,
  delivered: DeliveredMail,
  linkClosed: LinkClosedMail,
  colleagueInvitation: ColleagueInvitationMail,
  lostPassword: LostPasswordMail,
  domainLost: DomainLostMail,
};

/** Everything that works in the background. */
@Module({
  imports: [AiModule, WebsitesModule, OutboxModule, SignedTokensModule, LinkTokensModule],
  providers: [
    ...Object.values(RUN_HANDLERS).flatMap(({ kind, handler }) => [handler, runWorker(kind, handler)]),
    ...Object.values(SOURCES),
    NewRounds,
    RunsSweep,
    MailsSweep,
    NotificationMailsSweep,
    RechecksSweep,
    RetentionSweep,
    MomentCountsSweep,
    DeletionsSweep,
  ],
})
export class WorkerModule {
  /** @param mailSources which domain reads the facts of each kind of mail */
  static for(config: Config, databaseUrl: string, mailSources: MailSources = SOURCES): DynamicModule {
    const imports = [
      ConfigModule.for(config),
      DatabaseModule.for(config, databaseUrl),
      QueueModule.for(config, databaseUrl),
      MailerModule,
      StorageModule,
      DeletionsModule,
    ];
    const providers = [{ provide: MAIL_SOURCES, useValue: mailSources }];
    return { module: WorkerModule, imports, providers };
  }
}
