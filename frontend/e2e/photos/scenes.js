import {
  bloom,
  bokeh,
  circle,
  daisy,
  ellipse,
  foliage,
  gradient,
  grown,
  hsl,
  leaf,
  path,
  randomFrom,
  rect,
  textured,
  tulip,
  vase,
} from './paint.js';

/** The scenes: a flower shop's week. Every one lists its layers from far to near. */

const wide = { width: 1600, height: 1200 };
const tall = { width: 1200, height: 1600 };
const APPLE = { make: 'Apple', model: 'iPhone 14' };

const grew = (content) => `${grown('g', 16)}<g filter="url(#g)">${content}</g>`;

function wood(id, x, y, w, h, hue, lightness, grain = [0.004, 0.09]) {
  const shade = gradient(`${id}c`, [
    [0, hsl(hue, 34, lightness + 8)],
    [1, hsl(hue, 36, lightness - 10)],
  ]);
  return shade + textured(id, grain, 1.5) + rect(x, y, w, h, `url(#${id}c)`, `filter="url(#${id})"`);
}

function peonies() {
  const r = randomFrom(11);
  const places = [
    [600, 560, 215],
    [360, 700, 165],
    [850, 690, 180],
    [480, 380, 150],
    [760, 400, 165],
    [620, 830, 150],
    [300, 500, 120],
    [930, 500, 120],
  ];
  return {
    ...tall,
    file: 'spring-bouquet-peonies.jpg',
    warmth: 0.03,
    glow: 0.3,
    camera: { make: 'Canon', model: 'EOS R6', taken: '2025:05:03 10:42:18' },
    layers: [
      {
        blur: 60,
        content:
          gradient('b', [
            [0, '#e9e4dd'],
            [0.6, '#c9beb2'],
            [1, '#8d7d70'],
          ]) +
          rect(0, 0, 1200, 1600, 'url(#b)') +
          rect(90, 40, 420, 900, '#fffdf6') +
          rect(560, 20, 60, 960, '#b3a698') +
          rect(680, 60, 330, 860, '#f6f3ea'),
      },
      { blur: 9, content: wood('t', 0, 1330, 1200, 270, 28, 42) },
      { blur: 3, content: vase(r, { x: 610, y: 960, w: 380, h: 480, neck: 0.62, foot: 0.6, color: [205, 12, 62] }) },
      {
        blur: 5,
        content: grew(foliage(r, { x: 600, y: 620, spread: 620, count: 34, length: 330, hue: 100, lightness: 26 })),
      },
      {
        blur: 0.8,
        content: grew(
          places
            .map(([x, y, size], at) =>
              bloom(r, {
                x,
                y,
                r: size,
                hue: 338 + (at % 3) * 6,
                saturation: 55,
                lightness: 74 + (at % 2) * 8,
                rings: 7,
              }),
            )
            .join('') + foliage(r, { x: 600, y: 960, spread: 420, count: 9, length: 170, lightness: 34 }),
        ),
      },
      { blur: 34, content: bloom(r, { x: 1130, y: 1480, r: 210, hue: 345, lightness: 72 }) },
    ],
  };
}

function roses() {
  const r = randomFrom(23);
  const places = [
    [820, 470, 190],
    [560, 560, 165],
    [1060, 590, 175],
    [700, 740, 150],
    [940, 780, 160],
    [440, 760, 125],
    [1240, 800, 120],
    [820, 300, 120],
  ];
  return {
    ...wide,
    file: 'IMG_2041.jpg',
    warmth: 0.05,
    rim: 0.75,
    glow: 0.15,
    camera: { ...APPLE, taken: '2025:02:13 17:21:44' },
    layers: [
      {
        blur: 50,
        content:
          gradient('b', [
            [0, '#241a1c'],
            [1, '#3b2a24'],
          ]) +
          rect(0, 0, 1600, 1200, 'url(#b)') +
          bokeh(r, { x: 0, y: 0, w: 1600, h: 500, count: 16, hue: 30, r: 60, lightness: 50 }),
      },
      { blur: 4, content: wood('t', 0, 900, 1600, 300, 22, 24) },
      { blur: 12, content: ellipse(860, 1010, 560, 80, 'rgba(0,0,0,.55)') },
      {
        blur: 3,
        content:
          path('M540,800 L1170,800 L960,1130 L760,1130Z', '#b79a78') +
          path('M540,800 L860,860 L820,1130 L760,1130Z', '#8f7557') +
          rect(735, 985, 250, 34, '#7c1526'),
      },
      {
        blur: 4,
        content: grew(foliage(r, { x: 830, y: 640, spread: 620, count: 30, length: 260, hue: 118, lightness: 18 })),
      },
      {
        blur: 0.7,
        content: grew(
          places
            .map(([x, y, size], at) =>
              bloom(r, {
                x,
                y,
                r: size,
                hue: 352 + (at % 2) * 6,
                saturation: 72,
                lightness: 36 + (at % 3) * 5,
                rings: 8,
              }),
            )
            .join(''),
        ),
      },
    ],
  };
}

function shopFront() {
  const r = randomFrom(31);
  const pane = (x, w) =>
    rect(x, 430, w, 470, 'url(#lit)') + rect(x, 430, w, 470, 'none', 'stroke="#15211d" stroke-width="16"');
  return {
    ...wide,
    file: 'shop-front-evening.jpg',
    warmth: -0.02,
    glow: 0.4,
    rim: 0.6,
    camera: {
      make: 'SONY',
      model: 'ILCE-7M3',
      taken: '2024:11:22 17:02:09',
      gps: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 3/1 1520/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '3/1 43/1 2280/100',
      },
    },
    layers: [
      {
        blur: 6,
        content:
          gradient('s', [
            [0, '#1c2b4d'],
            [1, '#55618a'],
          ]) + rect(0, 0, 1600, 1200, 'url(#s)'),
      },
      {
        blur: 1.5,
        content:
          textured('w', [0.03, 0.06], 1.7) +
          rect(100, 60, 1400, 960, '#4b3a3a', 'filter="url(#w)"') +
          r.times(3, (at) => rect(260 + at * 430, 90, 220, 190, '#1a2236', 'stroke="#8b8680" stroke-width="14"')),
      },
      {
        blur: 1.2,
        content:
          rect(180, 320, 1240, 90, '#12322a') +
          r.times(9, (at) => rect(360 + at * 98 + (at > 4 ? 30 : 0), 348, r.between(30, 66), 34, '#e8d9a8')) +
          path('M150,410 L1450,410 L1500,470 L100,470Z', '#1c4a3d'),
      },
      {
        blur: 1.2,
        content:
          gradient('lit', [
            [0, '#ffe2a0'],
            [0.6, '#f2b760'],
            [1, '#9c6228'],
          ]) +
          pane(200, 470) +
          pane(930, 470) +
          rect(710, 430, 180, 560, '#163a31') +
          rect(736, 460, 128, 330, 'url(#lit)') +
          circle(856, 800, 9, '#d9b25f'),
      },
      {
        blur: 3,
        content:
          r.times(11, (at) => {
            const x = (at % 2 ? 960 : 230) + r.between(0, 400);
            const y = r.between(690, 800);
            return (
              foliage(r, { x, y, spread: 90, count: 9, length: 90, lightness: 22 }) +
              bloom(r, { x, y: y - 30, r: 44, hue: r.pick([345, 20, 50, 290]), lightness: 62, rings: 4 }) +
              vase(r, { x, y: y + 30, w: 70, h: 95, color: [25, 20, 35] })
            );
          }) + r.times(6, (at) => circle(270 + at * 70 + (at > 2 ? 520 : 0), 520, 17, '#fffbe6')),
      },
      { blur: 2, content: textured('a', [0.02, 0.09], 1.8) + rect(0, 1000, 1600, 200, '#39404f', 'filter="url(#a)"') },
      {
        blur: 40,
        content:
          ellipse(430, 1090, 280, 70, 'rgba(255,190,90,.55)') + ellipse(1160, 1090, 280, 70, 'rgba(255,190,90,.5)'),
      },
      {
        blur: 2,
        content: [260, 600, 1010, 1340]
          .map(
            (x) =>
              vase(r, { x, y: 930, w: 110, h: 110, neck: 0.95, foot: 0.7, color: [18, 40, 34] }) +
              grew(
                foliage(r, { x, y: 890, spread: 90, count: 14, length: 120, lightness: 20 }) +
                  bloom(r, { x: x - 20, y: 860, r: 46, hue: 330, lightness: 55, rings: 4 }) +
                  bloom(r, { x: x + 42, y: 890, r: 38, hue: 300, lightness: 58, rings: 4 }),
              ),
          )
          .join(''),
      },
    ],
  };
}

function shelf() {
  const r = randomFrom(47);
  const row = (y) =>
    r.times(6, (at) => {
      const x = 190 + at * 245 + r.between(-30, 30);
      const h = r.between(120, 190);
      const color = r.pick([
        [18, 42, 46],
        [200, 14, 70],
        [90, 12, 36],
        [38, 30, 72],
        [210, 30, 34],
      ]);
      return (
        grew(
          foliage(r, {
            x,
            y: y - h,
            spread: 90,
            count: 13,
            length: r.between(90, 165),
            hue: r.between(85, 135),
            lightness: 30,
          }),
        ) + vase(r, { x, y: y - h, w: h * 0.75, h, neck: r.between(0.5, 0.95), color })
      );
    });
  const board = (y, id) => wood(id, 60, y, 1480, 34, 30, 40) + rect(60, y + 34, 1480, 26, 'rgba(0,0,0,.28)');
  return {
    ...wide,
    file: 'IMG_2057.jpg',
    warmth: 0.02,
    camera: { ...APPLE, taken: '2025:03:28 11:05:31' },
    layers: [
      {
        blur: 2,
        content:
          textured('w', [0.02, 0.025], 0.9) +
          gradient('l', [
            [0, '#e3ded2'],
            [1, '#b4b0a4'],
          ]) +
          rect(0, 0, 1600, 1200, 'url(#l)', 'filter="url(#w)"'),
      },
      { blur: 60, content: path('M0,0 L520,0 L1050,1200 L300,1200Z', 'rgba(255,248,220,.7)') },
      { blur: 26, content: [330, 700, 1070].map((y) => rect(120, y - 130, 1480, 130, 'rgba(40,35,25,.32)')).join('') },
      { blur: 1, content: board(330, 'a') + row(330) + board(700, 'b') + row(700) + board(1070, 'c') + row(1070) },
      { blur: 30, content: foliage(r, { x: 1560, y: 1150, spread: 300, count: 14, length: 420, lightness: 24 }) },
    ],
  };
}

function workshop() {
  const r = randomFrom(53);
  const stem = (x, y, angle, hue) =>
    `<g transform="rotate(${angle} ${x} ${y})">${rect(x - 6, y, 12, 520, hsl(98, 30, 34))}${leaf(r, { x, y: y + 230, length: 150, angle: -48 })}${leaf(r, { x, y: y + 300, length: 140, angle: 52 })}</g>` +
    bloom(r, { x, y, r: 96, hue, saturation: 62, lightness: 66 });
  return {
    ...wide,
    file: 'workshop-table-ribbons.jpg',
    warmth: 0.04,
    glow: 0.14,
    camera: { make: 'FUJIFILM', model: 'X-T4', taken: '2025:04:17 14:36:02' },
    layers: [
      {
        blur: 1.2,
        content:
          r.times(6, (at) => wood(`w${at}`, 0, at * 204, 1600, 200, 27 + at, 40 + (at % 3) * 5)) +
          r.times(5, (at) => rect(0, at * 204 + 199, 1600, 6, 'rgba(20,10,0,.65)')),
      },
      {
        blur: 22,
        content:
          rect(170, 250, 590, 640, 'rgba(0,0,0,.45)', 'transform="rotate(-7 450 560)"') +
          ellipse(1240, 400, 190, 180, 'rgba(0,0,0,.5)') +
          ellipse(1190, 900, 330, 90, 'rgba(0,0,0,.4)'),
      },
      {
        blur: 1,
        content:
          textured('k', [0.012, 0.014], 0.8) +
          rect(140, 220, 590, 640, '#c8ab80', 'transform="rotate(-7 450 560)" filter="url(#k)"'),
      },
      {
        blur: 0.9,
        content: grew(
          stem(330, 330, -14, 18) + stem(480, 290, -4, 352) + stem(640, 350, 9, 40) + stem(420, 480, -10, 330),
        ),
      },
      {
        blur: 1,
        content:
          [
            [172, '#7f2f3f'],
            [140, '#9b4152'],
            [108, '#7f2f3f'],
            [76, '#a84f60'],
            [44, '#3a2620'],
          ]
            .map(([size, c]) => ellipse(1220, 370, size, size * 0.96, c))
            .join('') +
          path(
            'M1060,450 C960,600 1010,760 1130,700 S1340,560 1420,690',
            'none',
            'stroke="#8e3a4a" stroke-width="38" stroke-linecap="round"',
          ),
      },
      {
        blur: 0.9,
        content:
          gradient('m', [
            [0, '#f2f2ee'],
            [0.5, '#8d9094'],
            [1, '#d7d9da'],
          ]) +
          path('M880,960 L1330,820 L1345,840 L890,985Z', 'url(#m)') +
          path('M890,860 L1330,880 L1332,850 L900,838Z', 'url(#m)') +
          circle(1120, 884, 14, '#5d6166') +
          [
            [1430, 800],
            [1440, 900],
          ]
            .map(([x, y]) => ellipse(x, y, 95, 48, 'none', 'stroke="#20333a" stroke-width="28"'))
            .join(''),
      },
      { blur: 60, content: path('M0,0 L900,0 L500,1200 L0,1200Z', 'rgba(255,240,200,.22)') },
    ],
  };
}

function van() {
  const r = randomFrom(61);
  const wheel = (x) =>
    circle(x, 905, 98, '#17181a') +
    circle(x, 905, 58, '#9aa0a5') +
    circle(x, 905, 48, '#5b6167') +
    circle(x, 905, 16, '#c9ced2');
  const body =
    'M260,880 L260,430 Q262,380 320,376 L1010,376 Q1080,380 1130,450 L1240,600 L1370,640 Q1410,655 1410,720 L1410,880Z';
  return {
    ...wide,
    file: 'DSC_0384.jpg',
    warmth: -0.01,
    glow: 0.18,
    camera: { make: 'NIKON CORPORATION', model: 'NIKON D750', taken: '2025:06:09 08:15:57' },
    layers: [
      {
        blur: 30,
        content:
          gradient('s', [
            [0, '#a9c6de'],
            [1, '#e9ecea'],
          ]) +
          rect(0, 0, 1600, 760, 'url(#s)') +
          r.times(6, (at) =>
            rect(at * 290 - 60, r.between(120, 300), 250, 600, hsl(r.between(10, 40), 24, r.between(45, 68))),
          ) +
          r.times(26, () => rect(r.between(0, 1600), r.between(240, 640), 44, 66, 'rgba(40,50,66,.5)')),
      },
      {
        blur: 20,
        content:
          foliage(r, { x: 1450, y: 260, spread: 420, count: 60, length: 160, lightness: 30 }) +
          rect(1440, 380, 44, 420, '#4a3a2c'),
      },
      {
        blur: 3,
        content:
          textured('a', [0.02, 0.12], 1.8) +
          gradient('r', [
            [0, '#8d9095'],
            [1, '#55585d'],
          ]) +
          rect(0, 760, 1600, 440, 'url(#r)', 'filter="url(#a)"') +
          rect(0, 770, 1600, 34, '#b9b8b2'),
      },
      { blur: 18, content: ellipse(830, 1000, 690, 44, 'rgba(0,0,0,.7)') },
      {
        blur: 1,
        content:
          gradient('v', [
            [0, '#7fc4bd'],
            [0.2, '#4ea49c'],
            [0.62, '#3b8f88'],
            [1, '#1f5753'],
          ]) +
          path(body, 'url(#v)') +
          rect(260, 560, 800, 5, 'rgba(255,255,255,.35)') +
          path('M1060,440 L1112,470 L1212,606 L1060,606Z', '#1d2a33') +
          path('M1066,446 L1100,466 L1140,520 L1066,600Z', 'rgba(190,220,235,.5)') +
          rect(880, 440, 150, 166, '#22323b', 'rx="14"') +
          path('M884,444 L1000,444 L890,590Z', 'rgba(190,220,235,.35)') +
          rect(252, 850, 1166, 40, '#26302f', 'rx="10"') +
          path('M1338,668 Q1396,680 1404,740 L1350,736Z', '#fff6d8') +
          rect(256, 620, 22, 90, '#b4262a') +
          rect(1052, 380, 4, 470, 'rgba(0,0,0,.35)') +
          rect(1080, 660, 60, 12, '#1f5753'),
      },
      {
        blur: 1.1,
        content:
          grew(
            daisy(r, { x: 460, y: 610, r: 110, hue: 48, heart: '#6b4318', petals: 18 }) +
              bloom(r, { x: 620, y: 660, r: 80, hue: 345 }) +
              foliage(r, { x: 540, y: 740, spread: 160, count: 7, length: 110, lightness: 38 }),
          ) + r.times(5, (at) => rect(700 + at * 32, 690, 22, 30, 'rgba(255,255,255,.85)', 'rx="4"')),
      },
      { blur: 1, content: wheel(500) + wheel(1200) },
    ],
  };
}

function lavender() {
  const r = randomFrom(71);
  const spike = (x, foot, h, size) =>
    rect(x, foot - h, size * 0.16, h, hsl(96, 26, 36)) +
    r.times(13, (at) =>
      ellipse(
        x + r.between(-size, size) * 0.55,
        foot - h + at * size * 0.62,
        size * 0.42,
        size * 0.34,
        hsl(r.between(255, 278), r.between(34, 55), r.between(48, 72)),
      ),
    );
  const row = (count, foot, h, size) =>
    r.times(count, () => spike(r.between(0, 1600), foot + r.between(-30, 40), h * r.between(0.7, 1.15), size));
  return {
    ...wide,
    file: 'PXL_20250614_091522.jpg',
    warmth: 0.05,
    glow: 0.38,
    rim: 0.35,
    camera: { make: 'Google', model: 'Pixel 8', taken: '2025:06:14 09:15:22' },
    layers: [
      {
        blur: 46,
        content:
          gradient('s', [
            [0, '#f7e3b5'],
            [0.5, '#d8d79a'],
            [1, '#6f8a4b'],
          ]) +
          rect(0, 0, 1600, 1200, 'url(#s)') +
          circle(1240, 130, 150, '#fffbe4') +
          foliage(r, { x: 300, y: 330, spread: 900, count: 40, length: 260, lightness: 38 }),
      },
      {
        blur: 26,
        content:
          bokeh(r, { x: 0, y: 60, w: 1600, h: 560, count: 46, hue: 62, r: 46, lightness: 72 }) + row(110, 800, 330, 26),
      },
      { blur: 9, content: row(90, 960, 380, 32) },
      { blur: 1, content: row(42, 1190, 520, 40) },
      { blur: 30, content: row(6, 1290, 760, 74) },
    ],
  };
}

function sunflower() {
  const r = randomFrom(83);
  return {
    ...tall,
    file: 'IMG_2063.jpg',
    warmth: 0.02,
    glow: 0.2,
    rim: 0.35,
    camera: { ...APPLE, taken: '2025:08:20 13:58:40', orientation: 6 },
    layers: [
      {
        blur: 3,
        content:
          gradient('s', [
            [0, '#2f74bd'],
            [0.7, '#8fbde3'],
            [1, '#d5e4ea'],
          ]) + rect(0, 0, 1200, 1600, 'url(#s)'),
      },
      {
        blur: 38,
        content: r.times(16, () =>
          ellipse(
            r.between(100, 1150),
            r.between(650, 1050),
            r.between(80, 220),
            r.between(30, 70),
            'rgba(255,255,255,.5)',
          ),
        ),
      },
      {
        blur: 22,
        content:
          r.times(34, () => {
            const x = r.between(0, 1200);
            const y = r.between(1180, 1450);
            return rect(x, y, 14, 300, hsl(95, 34, 30)) + daisy(r, { x, y, r: 84, hue: 46 });
          }) + foliage(r, { x: 600, y: 1560, spread: 1300, count: 60, length: 260, lightness: 26 }),
      },
      {
        blur: 1.5,
        content:
          path('M600,620 Q650,1100 590,1600', 'none', `stroke="${hsl(88, 36, 34)}" stroke-width="46"`) +
          grew(
            leaf(r, { x: 610, y: 1120, length: 430, angle: 62, width: 0.4 }) +
              leaf(r, { x: 610, y: 1250, length: 420, angle: -66, width: 0.4, lightness: 34 }),
          ),
      },
      { blur: 0.7, content: grew(daisy(r, { x: 600, y: 590, r: 420, hue: 44, petals: 30, lightness: 54 })) },
    ],
  };
}

function wedding() {
  const r = randomFrom(97);
  const candle = (x, y) =>
    circle(x, y - 40, 60, 'rgba(255,205,120,.35)') +
    rect(x - 20, y, 40, 190, '#f7efdf', 'rx="6"') +
    path(`M${x},${y - 62} Q${x + 20},${y - 20} ${x},${y - 6} Q${x - 20},${y - 20} ${x},${y - 62}Z`, '#fff3c9');
  const glass = (x) =>
    ellipse(x, 800, 62, 96, 'rgba(255,255,255,.18)', 'stroke="rgba(255,255,255,.65)" stroke-width="4"') +
    rect(x - 3, 890, 6, 120, 'rgba(255,255,255,.5)') +
    ellipse(x, 1012, 60, 12, 'rgba(255,255,255,.35)');
  const places = [
    [790, 700, 150],
    [600, 770, 120],
    [990, 760, 128],
    [700, 590, 112],
    [900, 580, 112],
    [470, 850, 92],
    [1130, 850, 96],
  ];
  return {
    ...wide,
    file: 'wedding-table-centerpiece.jpg',
    warmth: 0.06,
    glow: 0.36,
    camera: { make: 'Canon', model: 'EOS 5D Mark IV', taken: '2024:09:14 18:47:12' },
    layers: [
      {
        blur: 44,
        content:
          gradient('s', [
            [0, '#4c3a30'],
            [1, '#8b6d55'],
          ]) +
          rect(0, 0, 1600, 1200, 'url(#s)') +
          bokeh(r, { x: 0, y: 40, w: 1600, h: 520, count: 60, hue: 38, spread: 12, lightness: 74, r: 26 }),
      },
      {
        blur: 7,
        content: bokeh(r, { x: 0, y: 30, w: 1600, h: 460, count: 34, hue: 40, spread: 10, lightness: 78, r: 34 }),
      },
      {
        blur: 5,
        content:
          textured('c', [0.006, 0.02], 0.6) +
          gradient('t', [
            [0, '#cfc3b4'],
            [1, '#f0e8dc'],
          ]) +
          rect(0, 900, 1600, 300, 'url(#t)', 'filter="url(#c)"'),
      },
      { blur: 16, content: ellipse(800, 985, 520, 50, 'rgba(70,45,25,.55)') },
      {
        blur: 2,
        content: [260, 350, 1290].map((x, at) => candle(x, 690 + at * 26)).join('') + glass(1440) + glass(130),
      },
      {
        blur: 2.5,
        content:
          vase(r, { x: 800, y: 820, w: 330, h: 150, neck: 0.9, foot: 0.5, color: [40, 40, 54] }) +
          grew(foliage(r, { x: 800, y: 780, spread: 560, count: 44, length: 200, hue: 130, lightness: 38 })),
      },
      {
        blur: 0.8,
        content: grew(
          places
            .map(([x, y, size], at) =>
              bloom(r, {
                x,
                y,
                r: size,
                hue: at % 3 ? 42 : 22,
                saturation: at % 3 ? 34 : 52,
                lightness: at % 3 ? 84 : 78,
                rings: 7,
              }),
            )
            .join(''),
        ),
      },
      { blur: 26, content: ellipse(340, 1180, 330, 66, '#e9e2d6') },
    ],
  };
}

function tulips() {
  const r = randomFrom(101);
  const crate = (x, hue, lightness) =>
    r.times(30, (at) =>
      tulip(r, {
        x: x + 30 + ((at * 7) % 10) * 48 + r.between(-24, 24),
        y: 400 + at * 11 + r.between(-40, 40),
        r: 58,
        hue: hue + r.between(-6, 6),
        lightness: lightness + r.between(-6, 6),
        foot: 960,
      }),
    );
  return {
    ...wide,
    file: 'IMG_2088.jpg',
    warmth: 0,
    glow: 0.2,
    camera: { ...APPLE, taken: '2025:04:26 09:31:05' },
    layers: [
      {
        blur: 40,
        content:
          gradient('s', [
            [0, '#5a6f64'],
            [1, '#37473f'],
          ]) +
          rect(0, 0, 1600, 1200, 'url(#s)') +
          rect(0, 40, 1600, 120, '#d9d4c4') +
          r.times(9, (at) => rect(at * 190, 40, 95, 120, '#a33b3b')),
      },
      {
        blur: 3,
        content: foliage(r, { x: 800, y: 800, spread: 1500, count: 110, length: 200, hue: 96, lightness: 30 }),
      },
      { blur: 0.8, content: grew(crate(10, 47, 56) + crate(545, 285, 46) + crate(1080, 4, 50)) },
      {
        blur: 1,
        content:
          [0, 540, 1080]
            .map(
              (x, at) =>
                wood(`a${at}`, x, 850, 520, 150, 32, 48) +
                rect(x, 1000, 520, 16, 'rgba(0,0,0,.6)') +
                wood(`b${at}`, x, 1016, 520, 184, 30, 42) +
                rect(x + 520, 850, 20, 350, '#1d1712'),
            )
            .join('') +
          [150, 690, 1230]
            .map(
              (x) =>
                rect(x, 900, 210, 140, '#20211f', 'rx="8"') +
                rect(x + 34, 930, 140, 14, '#e8e6df') +
                rect(x + 34, 966, 90, 26, '#e8e6df'),
            )
            .join(''),
      },
    ],
  };
}

export const SCENES = [
  peonies(),
  roses(),
  shopFront(),
  shelf(),
  workshop(),
  van(),
  lavender(),
  sunflower(),
  wedding(),
  tulips(),
];
