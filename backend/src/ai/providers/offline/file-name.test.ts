import { expect, it } from '@jest/globals';
import { wordsOfFileName } from './file-name.js';

it.each([
  ['front-door_oak.jpg', 'front door oak'],
  ['FrontDoorWreath.JPG', 'Front Door Wreath'],
  ['FrontDoorOfShop.jpg', 'Front Door Of Shop'],
  ['KITCHEN BEFORE.jpeg', 'kitchen before'],
  ['Golden Gate Bridge.jpg', 'Golden Gate Bridge'],
  ['new bathroom (2).jpg', 'new bathroom'],
  ['IMG_1234 oak stairs final v2.jpg', 'oak stairs'],
  ['living-room-1600x1200.webp', 'living room'],
  ['table & chairs.png', 'table & chairs'],
  ['tiramisù fatto in casa.jpg', 'tiramisù fatto in casa'],
  ['einbauschrank-dachschräge.jpg', 'einbauschrank dachschräge'],
  ['the-old-mill.jpg', 'the old mill'],
  ['женский букет.jpg', 'женский букет'],
  ['<script>alert(1)</script>oak.jpg', 'script alert script oak'],
])('finds the words of %s', (fileName, topic) => {
  expect(wordsOfFileName(fileName)).toBe(topic);
});

it.each([
  'IMG_1234.JPG',
  'DSC0001.jpg',
  'DSC_0001 copy.jpg',
  'PXL_20240501_123456789.MP.jpg',
  '20240612_101112.jpg',
  '2024-06-12 10.11.12.jpg',
  'WhatsApp Image 2024-06-01 at 12.00.00 PM.jpeg',
  'Screenshot 2024-06-01 at 12.00.00.png',
  'c0ffee12-3456-4abc-8def-0123456789ab.jpg',
  'd41d8cd98f00b204e9800998ecf8427e.jpg',
  'image (3).png',
  'unnamed.jpg',
  'photo.jpg',
  'FB_IMG_1712345678901.jpg',
  'kJxQpLmW.jpg',
  'P1010001.JPG',
  'a.jpg',
  '.jpg',
  '',
])('finds none in %s', (fileName) => {
  expect(wordsOfFileName(fileName)).toBe('');
});
