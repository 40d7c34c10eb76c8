import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { invalid } from '../platform/http/errors.js';
import { SECTIONS, type Section } from '../contract/statuses.js';

const toSection: PipeTransform<string, Section> = {
  transform(value) {
    const section = SECTIONS.find((name) => name === value);
    if (section) return section;
    throw invalid([{ field: 'section', message: `section must be one of: ${SECTIONS.join(', ')}` }]);
  },
};

/** A section's name from the path; an unknown one is a 400 (unlike an unknown id). */
export function SectionName(): ParameterDecorator {
  return (target, method, index) => {
    const handler = Object.getOwnPropertyDescriptor(target, method!)!;
    ApiParam({ name: 'section', enum: [...SECTIONS] })(target, method!, handler);
    Param('section', toSection)(target, method, index);
  };
}
