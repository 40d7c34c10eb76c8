import type { ApiResponseSchemaHost } from '@nestjs/swagger';

type Schema = ApiResponseSchemaHost['schema'];

/** Answers as the API document describes them. */

export const SERVER_IP: Schema = {
  type: 'object',
  required: ['ip'],
  properties: { ip: { type: 'string', example: '198.51.100.7' } },
};

export const VERIFICATION: Schema = {
  type: 'object',
  required: ['verified', 'message'],
  properties: {
    verified: { type: 'boolean' },
    message: { type: 'string', example: 'review.example.com points to this server.' },
  },
};

export const ALLOWED: Schema = {
  type: 'object',
  required: ['allowed'],
  properties: { allowed: { type: 'boolean', enum: [true] } },
};
