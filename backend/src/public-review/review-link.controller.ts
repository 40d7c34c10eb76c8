import { Controller, Get, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../access/can.decorator.js';
import { PasscodeBody, type ReviewLinkView } from '../contract/links.js';
import { Body, Operation } from '../platform/http/operation.js';
import { LINK_ERRORS } from './link-rights.js';
import { NamedLinkGuard, tokenOf } from './named-link.guard.js';
import { ReviewLinkService } from './review-link.service.js';
import { CurrentVisitor, type Visitor } from './visitor.decorator.js';

/** How long a device keeps the cookie that proves that the passcode was entered: 180 days. */
const PASS_MS = 180 * 24 * 60 * 60 * 1000;

/** A reviewer's own link, whose token is in the header `Review-Link`. */
@ApiTags('review')
@Public()
@UseGuards(NamedLinkGuard)
@Controller('api/review-link')
export class ReviewLinkController {
  constructor(private readonly links: ReviewLinkService) {}

  @Get()
  @Operation("Get what a reviewer's own link opens", { errors: ['NOT_FOUND', ...LINK_ERRORS] })
  view(@CurrentVisitor() visitor: Visitor): Promise<ReviewLinkView> {
    return this.links.view(visitor);
  }

  @Post('opened')
  @Operation("Note that a reviewer's own link was opened", { errors: ['NOT_FOUND', ...LINK_ERRORS] })
  @HttpCode(204)
  opened(@CurrentVisitor() visitor: Visitor): Promise<void> {
    return this.links.recordOpened(visitor);
  }

  @Post('passcode')
  @Operation("Give the passcode of a reviewer's own link, once on each device", {
    errors: ['NOT_FOUND', 'WRONG_PASSCODE', 'LINK_LOCKED', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(204)
  async passcode(
    @Body() { passcode }: PasscodeBody,
    @CurrentVisitor() visitor: Visitor,
    @Req() request: Request,
  ): Promise<void> {
    setPassCookie(request, await this.links.givePasscode(tokenOf(request) ?? '', passcode, visitor));
  }
}

function setPassCookie({ res, secure }: Request, { name, value }: { name: string; value: string }): void {
  res!.cookie(name, value, { httpOnly: true, sameSite: 'lax', maxAge: PASS_MS, secure });
}
