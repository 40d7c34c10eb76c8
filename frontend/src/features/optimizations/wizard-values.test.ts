import { describe, expect, it } from '@jest/globals';
import { onePerLine } from './wizard-values';

describe('the service areas that a client fills in', () => {
  it.each([
    ['Alfama, Graça, Baixa', 'Alfama\nGraça\nBaixa'],
    ['Alfama; Graça;Baixa', 'Alfama\nGraça\nBaixa'],
    ['Alfama,, Graça,', 'Alfama\nGraça'],
    ['Lisbon (Alfama, Graça), Sintra', 'Lisbon (Alfama, Graça)\nSintra'],
    [' Alfama ', 'Alfama'],
    ['', ''],
  ])('stand one per line: %j', (text, lines) => {
    expect(onePerLine(text)).toBe(lines);
  });

  it('stay as they are where they have lines already', () => {
    expect(onePerLine('Lisbon, centre\nSintra')).toBe('Lisbon, centre\nSintra');
  });
});
