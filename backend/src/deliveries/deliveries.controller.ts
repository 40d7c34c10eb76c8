import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import {
  CreateDeliveryBody,
  DeliverablesQuery,
  type DeliverableView,
  type DeliveryView,
  type PositionView,
} from '../contract/deliveries.js';
import type { MomentView } from '../contract/moments.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { DeliveriesService } from './deliveries.service.js';
import { PositionsService } from './positions.service.js';

/** Deliveries, for staff only. */
@ApiTags('deliveries')
@Controller('api')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly positions: PositionsService,
  ) {}

  @Get('moments/:id/deliverables')
  @Can('review.read')
  @Operation('List the approved photos of a moment, as they can be delivered')
  ofMoment(@Id('Moment') momentId: string, @By() by: StaffActor): Promise<DeliverableView[]> {
    return this.deliveries.ofMoment(momentId, by);
  }

  @Get('clients/:id/deliverables')
  @Can('review.read')
  @Operation('List the photos of a client that were approved on some days, as they can be delivered')
  ofClient(
    @Id('Client') clientId: string,
    @Query() query: DeliverablesQuery,
    @By() by: StaffActor,
  ): Promise<DeliverableView[]> {
    return this.deliveries.ofClient(clientId, query, by);
  }

  @Get('images/:id/position')
  @Can('review.read')
  @Operation('Say where a photo was taken', { errors: ['STORAGE_UNAVAILABLE'] })
  position(@Id('Image') imageId: string, @By() by: StaffActor): Promise<PositionView> {
    return this.positions.getPosition(imageId, by);
  }

  @Post('moments/:id/delivered')
  @Can('review.deliver')
  @Operation('Note that the approved photos of a moment were delivered in another way', {
    errors: ['NOTHING_TO_DELIVER'],
  })
  @HttpCode(200)
  mark(@Id('Moment') momentId: string, @By() by: StaffActor): Promise<MomentView> {
    return this.deliveries.mark(momentId, by);
  }

  @Post('deliveries')
  @Can('review.deliver')
  @Operation('Choose approved photos to deliver', {
    errors: ['NOTHING_TO_DELIVER', 'DELIVERY_RUNNING'],
    description:
      'Fixes the versions of the photos. What is changed until its file is sent is left out of the ZIP, and named in `withheld` and in its `manifest.json`.',
  })
  create(@Body() body: CreateDeliveryBody, @By() by: StaffActor): Promise<DeliveryView> {
    return this.deliveries.create(body, by);
  }

  @Get('deliveries/:id')
  @Can('review.read')
  @Operation('Get a delivery')
  get(@Id('Delivery') id: string, @By() by: StaffActor): Promise<DeliveryView> {
    return this.deliveries.get(id, by);
  }

  @Get('deliveries/:id/zip')
  @Can('review.deliver')
  @Operation('Download the ZIP of a delivery', {
    file: 'application/zip',
    errors: [
      'NOTHING_TO_DELIVER',
      'DELIVERY_RUNNING',
      'RANGE_NOT_SATISFIABLE',
      'STORAGE_UNAVAILABLE',
      'MEMORY_UNAVAILABLE',
    ],
    description:
      'The ZIP is made while it is sent: it has no length, and no part of it can be asked for. Closing the connection cancels it. Once all of it was sent, its photos count as delivered. A user downloads one at a time.',
  })
  async zip(
    @Id('Delivery') id: string,
    @By() by: StaffActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.deliveries.send(id, by, request, response);
  }
}
