import { expect, it } from '@jest/globals';
import { domainOf, isWebAddress, webAddress } from './web-address';

it.each([
  ['rosa.example', 'https://rosa.example'],
  [' www.rosa.example/shop/ ', 'https://www.rosa.example/shop/'],
  ['rosa.example:8080?a=b.c', 'https://rosa.example:8080?a=b.c'],
  ['blüten.example', 'https://blüten.example'],
  ['http://rosa.example/', 'http://rosa.example/'],
  ['HTTPS://rosa.example', 'HTTPS://rosa.example'],
])('completes %j to the web address %j', (typed, address) => {
  expect(webAddress(typed)).toBe(address);
  expect(isWebAddress(address)).toBe(true);
});

it.each([
  'rosa',
  'rosa@rosa.example',
  'mailto:rosa@rosa.example',
  'ftp://rosa.example',
  '//rosa',
  'two words.example',
  '-a.b',
])('cannot make %j a web address', (typed) => {
  expect(isWebAddress(webAddress(typed))).toBe(false);
});

it.each([
  ['https://Review.Example.com/', 'review.example.com'],
  [' review.example.com/ ', 'review.example.com'],
  ['http://review.example.com/shop', 'review.example.com/shop'],
])('takes from %j the domain %j', (typed, domain) => {
  expect(domainOf(typed)).toBe(domain);
});
