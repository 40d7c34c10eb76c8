import { Param } from '@nestjs/common';
import { invalid } from '../common/errors.js';
import { SECTIONS, type Section } from '../contract/statuses.js';

/** A section's name from the path; an unknown one is a 400 (unlike an unknown id). */
export function SectionName(): ParameterDecorator {
  return Param('section', {
    transform(value: string): Section {
      const section = SECTIONS.find((name) => name === value);
      if (section) return section;
      throw invalid([{ field: 'section', message: `section must be one of: ${SECTIONS.join(', ')}` }]);
    },
  });
}
