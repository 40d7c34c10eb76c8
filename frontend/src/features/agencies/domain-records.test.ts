import { describe, expect, it } from '@jest/globals';
import { addressRecord, aliasRecords, splitDomain } from './domain-records';

describe('splitDomain', () => {
  it.each([
    ['example.com', 'example.com', ''],
    ['review.example.com', 'example.com', 'review'],
    ['a.b.example.com', 'example.com', 'a.b'],
    ['example.co.uk', 'example.co.uk', ''],
    ['review.example.co.uk', 'example.co.uk', 'review'],
    ['review.example.com.au', 'example.com.au', 'review'],
    ['www.xn--mnchen-3ya.de', 'xn--mnchen-3ya.de', 'www'],
    ['review.example.madeup', 'example.madeup', 'review'],
    ['co.uk', 'co.uk', ''],
  ])('splits %s into the root %s and the subdomain "%s"', (domain, root, subdomain) => {
    expect(splitDomain(domain)).toEqual({ root, subdomain });
  });
});

describe('the DNS records of a domain', () => {
  const parts = splitDomain('review.example.co.uk');

  it('are an address record for a subdomain', () => {
    expect(addressRecord(parts, '203.0.113.7')).toEqual({ type: 'A', name: 'review', value: '203.0.113.7' });
    expect(addressRecord({ subdomain: '' }, '203.0.113.7').name).toBe('@');
    expect(addressRecord(parts, '2001:db8::7').type).toBe('AAAA');
  });

  it('are an alias for www and an address record for a root domain', () => {
    expect(aliasRecords(parts, '203.0.113.7')).toEqual([
      { type: 'CNAME', name: 'www', value: 'example.co.uk' },
      { type: 'A', name: '@', value: '203.0.113.7' },
    ]);
  });
});
