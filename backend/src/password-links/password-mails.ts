import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { INVITATION_DAYS, RESET_MINUTES } from '../contract/limits.js';
import type { MailBrand } from '../mail/mail-facts.js';
import { platformBrand, type MailSource, type SourceAnswer } from '../mail/mail-source.js';
import type { Mail } from '../mail/mail.entity.js';
import { SignedTokens } from '../platform/tokens/signed-tokens.js';
import { addressOf, whereOpen } from './issue-link.js';
import { PasswordLink } from './password-link.entity.js';

interface Found {
  link: PasswordLink;
  facts: { user: { name: string }; brand: MailBrand; address: string };
}

/** What mails say of a link by which a password is chosen, at the time of sending; or why they are no longer sent. */
@Injectable()
abstract class PasswordMail {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: SignedTokens,
  ) {}

  protected async read(mail: Mail): Promise<Found | { drop: string }> {
    const { manager } = this.db;
    const link = await manager.findOne(PasswordLink, {
      where: whereOpen({ mailId: mail.id }),
      relations: { invitedBy: true },
    });
    if (!link) return { drop: 'Its link was used, replaced or revoked, or has expired.' };
    const address = addressOf(this.tokens, link);
    if (!address) return { drop: 'The secret of this installation has changed. Please make a new link.' };
    return { link, facts: { user: { name: link.name }, brand: await platformBrand(manager), address } };
  }
}

@Injectable()
export class ColleagueInvitationMail extends PasswordMail implements MailSource<'colleagueInvitation'> {
  async load(mail: Mail): Promise<SourceAnswer<'colleagueInvitation'>> {
    const found = await this.read(mail);
    if ('drop' in found) return found;
    const { name, email } = found.link.invitedBy!;
    return { facts: { ...found.facts, invitedBy: name || email, days: INVITATION_DAYS } };
  }
}

@Injectable()
export class LostPasswordMail extends PasswordMail implements MailSource<'lostPassword'> {
  async load(mail: Mail): Promise<SourceAnswer<'lostPassword'>> {
    const found = await this.read(mail);
    return 'drop' in found ? found : { facts: { ...found.facts, minutes: RESET_MINUTES } };
  }
}
