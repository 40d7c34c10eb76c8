import { describe, expect, it } from '@jest/globals';
import { contrast, mix, readable, textOn } from './contrast.js';

const COLORS = ['#000000', '#ffffff', '#6366f1', '#059669', '#3b82f6', '#facc15', '#ff0000', '#777777', '#00ff00'];

describe('text on a brand colour', () => {
  it.each(COLORS)('%s carries black or white text that can be read', (color) => {
    expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5);
  });

  it('measures contrast as WCAG does', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21);
    expect(contrast('#6366f1', '#fff')).toBeCloseTo(4.47, 1);
    expect(contrast('#059669', '#fff')).toBeCloseTo(3.77, 1);
  });
});

it('mixes two colours, in three or six digits', () => {
  expect(mix('#6366f1', '#fff', 50)).toBe('#b1b3f8');
  expect(mix('#fff', '#000000', 8)).toBe('#ebebeb');
});

describe('a brand colour as text', () => {
  it.each(COLORS)('%s is changed until it can be read on light and dark', (color) => {
    for (const background of ['#ffffff', '#f5f5f5', '#141414', '#000000']) {
      expect(contrast(readable(color, background), background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('stays as it is where it can be read already', () => {
    expect(readable('#0000ff', '#ffffff')).toBe('#0000ff');
  });
});
