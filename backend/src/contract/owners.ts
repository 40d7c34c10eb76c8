import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { isUUID, ValidateBy } from 'class-validator';
import { MayBeMissing } from './field-rules.js';

/** The member of staff who is responsible for a client, as colleagues who see the client read it. */
export interface OwnerView {
  id: string;
  /** Their name or, as long as they gave none, their e-mail address. */
  name: string;
}

/** The words of `?owner=`, beside the id of a member of staff. */
export const OWNER_WORDS = ['mine', 'all'] as const;

/** Whose clients a list is about: one's own, all, or those of a colleague, by their id. */
export type OwnerChoice = (typeof OWNER_WORDS)[number] | (string & {});

const PATTERN = `^(${OWNER_WORDS.join('|')}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$`;

/** The field `owner` of a query: `mine`, `all` or the id of a member of staff; without it, all. */
export function Owner(): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    (OWNER_WORDS as readonly unknown[]).includes(value) || isUUID(value, '4');
  return applyDecorators(
    ApiProperty({ type: String, required: false, pattern: PATTERN }),
    MayBeMissing(),
    ValidateBy(
      { name: 'owner', validator: { validate } },
      { message: '$property must be mine, all, or the id of a member of staff' },
    ),
  );
}

/** Query of `GET /api/work`. */
export class OwnerQuery {
  @Owner()
  owner?: OwnerChoice;
}
