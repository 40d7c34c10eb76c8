import type { DataSourceOptions } from 'typeorm';
import { Initial1764000000000 } from '../../migrations/1764000000000-initial.js';
import { Optimizations1764100000000 } from '../../migrations/1764100000000-optimizations.js';
import { DomainChecks1764200000000 } from '../../migrations/1764200000000-domain-checks.js';
import { RequestIds1764300000000 } from '../../migrations/1764300000000-request-ids.js';
import { Edits1764400000000 } from '../../migrations/1764400000000-edits.js';
import { MomentCounts1764500000000 } from '../../migrations/1764500000000-moment-counts.js';
import { AgenciesByName1764600000000 } from '../../migrations/1764600000000-agencies-by-name.js';
import { UploadContents1764710000000 } from '../../migrations/1764710000000-upload-contents.js';
import { SectionDecisions1764720000000 } from '../../migrations/1764720000000-section-decisions.js';
import { CredentialVersions1764730000000 } from '../../migrations/1764730000000-credential-versions.js';
import { WrittenFrom1764740000000 } from '../../migrations/1764740000000-written-from.js';
import { RunReasons1764750000000 } from '../../migrations/1764750000000-run-reasons.js';
import { Runs1764800000000 } from '../../migrations/1764800000000-runs.js';
import { OriginalContents1764810000000 } from '../../migrations/1764810000000-original-contents.js';
import { OutdatedCaptions1764840000000 } from '../../migrations/1764840000000-outdated-captions.js';
import { WorkList1764850000000 } from '../../migrations/1764850000000-work-list.js';
import { UndoDecisions1764860000000 } from '../../migrations/1764860000000-undo-decisions.js';
import { OptimizationSharing1764880000000 } from '../../migrations/1764880000000-optimization-sharing.js';
import { SampleClient1764881000000 } from '../../migrations/1764881000000-sample-client.js';
import { Search1764895000000 } from '../../migrations/1764895000000-search.js';
import { TitleOrder1764897000000 } from '../../migrations/1764897000000-title-order.js';
import { EarlierImageVersions1764900000000 } from '../../migrations/1764900000000-earlier-image-versions.js';
import { EarlierSuggestions1764910000000 } from '../../migrations/1764910000000-earlier-suggestions.js';
import { EarlierPictures1764912000000 } from '../../migrations/1764912000000-earlier-pictures.js';
import { SignInNetworks1764916000000 } from '../../migrations/1764916000000-sign-in-networks.js';
import { UnwrittenSections1764920000000 } from '../../migrations/1764920000000-unwritten-sections.js';
import { SearchWithoutAccents1764922000000 } from '../../migrations/1764922000000-search-without-accents.js';
import { CaptionsByHand1764925000000 } from '../../migrations/1764925000000-captions-by-hand.js';
import { SectionDrafts1764926000000 } from '../../migrations/1764926000000-section-drafts.js';
import { Reviewers1764930000000 } from '../../migrations/1764930000000-reviewers.js';
import { PendingEntries1764944000000 } from '../../migrations/1764944000000-pending-entries.js';
import { Senders1764944000010 } from '../../migrations/1764944000010-senders.js';
import { Reminders1764930000031 } from '../../migrations/1764930000031-reminders.js';
import { Mails1764930000010 } from '../../migrations/1764930000010-mails.js';
import { ReviewRounds1764930000030 } from '../../migrations/1764930000030-review-rounds.js';
import { Notifications1764930000039 } from '../../migrations/1764930000039-notifications.js';
import { Deliveries1764945000000 } from '../../migrations/1764945000000-deliveries.js';
import { Certificates1764948000000 } from '../../migrations/1764948000000-certificates.js';
import { DeliveredAt1764950000000 } from '../../migrations/1764950000000-delivered-at.js';
import { DeliveriesOfClients1764952000000 } from '../../migrations/1764952000000-deliveries-of-clients.js';
import { RemindersOfRounds1764953000000 } from '../../migrations/1764953000000-reminders-of-rounds.js';
import { LockedLinks1765021000000 } from '../../migrations/1765021000000-locked-links.js';
import { ReplacedLinks1765020000000 } from '../../migrations/1765020000000-replaced-links.js';
import { StoppedRuns1765030000000 } from '../../migrations/1765030000000-stopped-runs.js';
import { EndedKeys1765030000010 } from '../../migrations/1765030000010-ended-keys.js';
import { AppliedSections1764946000000 } from '../../migrations/1764946000000-applied-sections.js';
import { PictureChecks1764947000000 } from '../../migrations/1764947000000-picture-checks.js';
import { NotificationMails1764930000040 } from '../../migrations/1764930000040-notification-mails.js';
import { DueDays1764943000000 } from '../../migrations/1764943000000-due-days.js';
import { PasswordLinks1764941000000 } from '../../migrations/1764941000000-password-links.js';
import { Rounds1765060000000 } from '../../migrations/1765060000000-rounds.js';
import { FollowedAtOnce1765061000000 } from '../../migrations/1765061000000-followed-at-once.js';
import { Agency } from '../agencies/agency.entity.js';
import { SignInNetwork } from '../auth/sign-in-networks.js';
import { CertificateKey } from '../certificates/certificate-key.entity.js';
import { Client } from '../clients/client.entity.js';
import { Delivery } from '../deliveries/delivery.entity.js';
import { OptimizationSection } from '../optimizations/optimization-section.entity.js';
import { Optimization } from '../optimizations/optimization.entity.js';
import { HistoryRecord } from '../history/history.entity.js';
import { IdempotencyKey } from '../platform/idempotency/idempotency-key.entity.js';
import { Image } from '../images/image.entity.js';
import { Mail } from '../mail/mail.entity.js';
import { Recipient } from '../mail/recipient.entity.js';
import { Moment } from '../moments/moment.entity.js';
import { ReviewLink } from '../sharing/review-link.entity.js';
import { Reviewer } from '../sharing/reviewer.entity.js';
import { Follow, Notification, PendingEntry } from '../notifications/notification.entity.js';
import { PasswordLink } from '../password-links/password-link.entity.js';
import { Settings } from '../settings/settings.entity.js';
import { Deletion } from '../platform/storage/deletion.entity.js';
import { Run, RunItem } from '../runs/run.entity.js';
import { User } from '../users/user.entity.js';
import { SessionClient } from '../platform/database/session-client.js';

/** The tables in the order in which they depend on each other, and the migrations that make them. */
export function dataSourceOptions(url: string) {
  return {
    type: 'postgres',
    url,
    entities: [
      User,
      SignInNetwork,
      Agency,
      Client,
      Moment,
      Image,
      Optimization,
      OptimizationSection,
      Reviewer,
      ReviewLink,
      Run,
      RunItem,
      Recipient,
      Mail,
      PasswordLink,
      HistoryRecord,
      Follow,
      Notification,
      PendingEntry,
      Delivery,
      CertificateKey,
      IdempotencyKey,
      Settings,
      Deletion,
    ],
    migrations: [
      Initial1764000000000,
      Optimizations1764100000000,
      DomainChecks1764200000000,
      RequestIds1764300000000,
      Edits1764400000000,
      MomentCounts1764500000000,
      AgenciesByName1764600000000,
      UploadContents1764710000000,
      SectionDecisions1764720000000,
      CredentialVersions1764730000000,
      WrittenFrom1764740000000,
      RunReasons1764750000000,
      Runs1764800000000,
      OriginalContents1764810000000,
      OutdatedCaptions1764840000000,
      WorkList1764850000000,
      UndoDecisions1764860000000,
      OptimizationSharing1764880000000,
      SampleClient1764881000000,
      Search1764895000000,
      TitleOrder1764897000000,
      EarlierImageVersions1764900000000,
      EarlierSuggestions1764910000000,
      EarlierPictures1764912000000,
      SignInNetworks1764916000000,
      UnwrittenSections1764920000000,
      SearchWithoutAccents1764922000000,
      CaptionsByHand1764925000000,
      SectionDrafts1764926000000,
      Reviewers1764930000000,
      Mails1764930000010,
      ReviewRounds1764930000030,
      Reminders1764930000031,
      Notifications1764930000039,
      NotificationMails1764930000040,
      PasswordLinks1764941000000,
      DueDays1764943000000,
      PendingEntries1764944000000,
      Senders1764944000010,
      Deliveries1764945000000,
      AppliedSections1764946000000,
      PictureChecks1764947000000,
      Certificates1764948000000,
      DeliveredAt1764950000000,
      DeliveriesOfClients1764952000000,
      RemindersOfRounds1764953000000,
      ReplacedLinks1765020000000,
      LockedLinks1765021000000,
      StoppedRuns1765030000000,
      EndedKeys1765030000010,
      Rounds1765060000000,
      FollowedAtOnce1765061000000,
    ],
    synchronize: false,
    poolSize: 20,
    // A database that vanished without a word is noticed: no request waits longer for a connection, and dead ones are found.
    extra: {
      Client: SessionClient,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
    },
  } as const satisfies DataSourceOptions;
}
