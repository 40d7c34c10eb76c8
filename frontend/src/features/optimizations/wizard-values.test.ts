import { describe, expect, it } from '@jest/globals';
import { onePerLine } from './wizard-values';

describe('service areas taken over from a client', () => {
  it.each([
    ['Alfama, Graça, Baixa', 'Alfama\nGraça\nBaixa'],
    ['Alfama; Graça;Baixa', 'Alfama\nGraça\nBaixa'],
    ['Alfama,, Graça,', 'Alfama\nGraça'],
    ['Lisbon (Alfama, Graça), Sintra', 'Lisbon (Alfama, Graça)\nSintra'],
    [' Alfama ', 'Alfama'],
    ['', ''],
  ])('are put one per line: %j', (text, lines) => {
    expect(onePerLine(text)).toBe(lines);
  });

  it('stay unchanged if they have several lines', () => {
    expect(onePerLine('Lisbon, centre\nSintra')).toBe('Lisbon, centre\nSintra');
  });
});
