import { describe, expect, it } from '@jest/globals';
import { keywordList } from './keywords.js';

describe('the keywords of a text', () => {
  it.each([
    ['tulips, florist,Springfield', ['tulips', 'florist', 'Springfield']],
    ['tulips\nflorist\r\nSpringfield', ['tulips', 'florist', 'Springfield']],
    ['tulips, florist, tulips', ['tulips', 'florist']],
    [' ,tulips,, \n', ['tulips']],
    ['', []],
  ])('%j', (text, keywords) => {
    expect(keywordList(text)).toEqual(keywords);
  });
});
