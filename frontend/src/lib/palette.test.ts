import { describe, expect, it } from '@jest/globals';
import { contrast } from '@gmb-moments/backend/contract/contrast';
import { PALETTE } from './palette';

describe.each(['light', 'dark'] as const)('the %s palette', (mode) => {
  const colors = PALETTE[mode];
  const grounds = ['bg', 'surface', 'surface-2'] as const;

  it.each(['text', 'text-2', 'text-3', 'pending', 'approved', 'rejected', 'ai'] as const)(
    '%s can be read as text',
    (name) => {
      for (const ground of grounds) expect(contrast(colors[name], colors[ground])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['pending', 'approved', 'rejected', 'ai'] as const)('%s can be read on its soft ground', (name) => {
    expect(contrast(colors[name], colors[`${name}-soft`])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['text-2', 'text-3'] as const)('%s can be read on a sunken ground', (name) => {
    expect(contrast(colors[name], colors.sunken)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['approved', 'rejected'] as const)('buttons of %s can be read', (name) => {
    expect(contrast(colors[`on-${name}`], colors[`${name}-fill`])).toBeGreaterThanOrEqual(4.5);
  });
});
