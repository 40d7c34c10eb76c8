/** Brushes for the made-up photographs: every function answers SVG elements, drawn with a seeded random. */

/** A repeatable random source (mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    pick: (list) => list[Math.floor(next() * list.length)],
    times: (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join(''),
  };
}

const n = (value) => value.toFixed(1);

/** Colour from hue, saturation and lightness. */
export const hsl = (h, s, l, a = 1) => `hsla(${n((h + 360) % 360)},${n(s)}%,${n(Math.max(0, Math.min(100, l)))}%,${a})`;

export const rect = (x, y, w, h, fill, extra = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${extra}/>`;

export const circle = (x, y, r, fill, extra = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${extra}/>`;

export const ellipse = (x, y, rx, ry, fill, extra = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${extra}/>`;

export const path = (d, fill, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`;

/** A gradient definition; `stops` are [offset, colour] pairs. */
export function gradient(id, stops, radial = '') {
  const tag = radial ? 'radialGradient' : 'linearGradient';
  const where = radial || 'x1="0" y1="0" x2="0" y2="1"';
  const marks = stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
  return `<${tag} id="${id}" ${where}>${marks}</${tag}>`;
}

/** A surface with grain: wood, plaster or asphalt, by the frequency of the noise in x and y. */
export function textured(id, [fx, fy], strength) {
  return (
    `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="4" seed="7"/>` +
    `<feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  ${strength} ${strength} 0 0 ${-strength * 0.75}"/>` +
    '<feComposite operator="in" in2="SourceGraphic"/><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode/></feMerge></filter>'
  );
}

/** Takes the ruler out of what it is applied to: edges wander like those of grown things. */
export const grown = (id, scale, frequency = 0.02) =>
  `<filter id="${id}" x="-10%" y="-10%" width="120%" height="120%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="3"/>` +
  `<feDisplacementMap in="SourceGraphic" scale="${scale}" xChannelSelector="R" yChannelSelector="G"/></filter>`;

function petal(random, { x, y, angle, length, width, base, tip }) {
  const id = `p${Math.floor(random.next() * 1e9)}`;
  const notch = random.between(0.86, 1.0);
  const d =
    `M0,0 C${n(-width)},${n(-length * 0.25)} ${n(-width * 1.1)},${n(-length * 1.02)} ${n(-width * 0.2)},${n(-length)} ` +
    `Q0,${n(-length * notch)} ${n(width * 0.25)},${n(-length * 0.98)} C${n(width * 1.15)},${n(-length)} ${n(width)},${n(-length * 0.25)} 0,0Z`;
  const shade = gradient(
    id,
    [
      [0, base],
      [0.55, base],
      [1, tip],
    ],
    'cx="0.5" cy="1" r="1.05"',
  );
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})">${shade}${path(d, `url(#${id})`, `stroke="${base}" stroke-opacity=".35" stroke-width="1.5"`)}</g>`;
}

/** Shading of a round thing lit from the upper left. */
function roundness(random, x, y, r, dark) {
  const id = `s${Math.floor(random.next() * 1e9)}`;
  const fall = gradient(
    id,
    [
      [0, 'rgba(255,255,255,.28)'],
      [0.45, 'rgba(255,255,255,0)'],
      [0.8, `rgba(0,0,0,${dark})`],
      [1, 'rgba(0,0,0,0)'],
    ],
    'cx="0.36" cy="0.3" r="0.78"',
  );
  return fall + circle(x, y, r, `url(#${id})`);
}

/** A full bloom such as a peony, a rose or a ranunculus: rings of petals, darker towards the heart. */
export function bloom(random, { x, y, r, hue, saturation = 60, lightness = 70, rings = 6 }) {
  const ring = (index) => {
    const size = r * (1 - index / (rings + 0.6));
    const count = Math.max(4, 9 - index);
    const turn = random.between(0, 360);
    const occlusion = circle(x, y, size * 1.02, hsl(hue, saturation, lightness * 0.35, 0.2));
    return (
      (index ? occlusion : '') +
      random.times(count, (at) => {
        const light = lightness + random.between(-6, 6) - index * 1.5;
        return petal(random, {
          x: x + random.between(-0.05, 0.05) * r,
          y: y + random.between(-0.05, 0.05) * r,
          angle: turn + (at * 360) / count + random.between(-12, 12),
          length: size * random.between(0.86, 1.08),
          width: size * random.between(0.5, 0.68),
          base: hsl(hue - 6, saturation + 8, light * 0.62),
          tip: hsl(hue + random.between(-5, 5), saturation, light + 9),
        });
      })
    );
  };
  return random.times(rings, ring) + roundness(random, x, y, r * 1.05, 0.32);
}

/** A flower with a heart and one or two rows of narrow petals: sunflower, daisy, gerbera. */
export function daisy(random, { x, y, r, hue, saturation = 85, lightness = 58, heart = '#3a2413', petals = 22 }) {
  const row = (scale, shade) =>
    random.times(petals, (at) =>
      petal(random, {
        x,
        y,
        angle: (at * 360) / petals + random.between(-6, 6),
        length: r * scale * random.between(0.88, 1.05),
        width: r * 0.15,
        base: hsl(hue - 12, saturation, (lightness + shade) * 0.7),
        tip: hsl(hue + 4, saturation, lightness + shade),
      }),
    );
  const seeds = random.times(160, (at) => {
    const distance = r * 0.36 * Math.sqrt(at / 160);
    const angle = at * 2.39996;
    return circle(
      x + Math.cos(angle) * distance,
      y + Math.sin(angle) * distance,
      r * 0.018,
      hsl(32, 50, random.between(12, 38)),
    );
  });
  return (
    row(1, -7) +
    row(0.88, 3) +
    circle(x, y, r * 0.4, 'rgba(40,20,0,.35)') +
    circle(x, y, r * 0.36, heart) +
    seeds +
    roundness(random, x, y, r * 0.4, 0.4)
  );
}

/** A tulip on its stem, which ends at (x, foot). */
export function tulip(random, { x, y, r, hue, saturation = 75, lightness = 55, foot }) {
  const lean = random.between(-18, 18);
  const stem = path(
    `M${n(x)},${n(y)} Q${n(x + lean)},${n((y + foot) / 2)} ${n(x + lean * 2)},${n(foot)}`,
    'none',
    `stroke="${hsl(95, 32, 34)}" stroke-width="${n(r * 0.16)}"`,
  );
  const part = (angle, width, light) =>
    petal(random, {
      x,
      y: y + r * 0.3,
      angle: angle + lean / 4,
      length: r * 1.7,
      width: r * width,
      base: hsl(hue - 4, saturation, light * 0.68),
      tip: hsl(hue + 4, saturation, light + 8),
    });
  return (
    stem +
    part(-16, 0.75, lightness - 10) +
    part(16, 0.75, lightness - 6) +
    part(0, 0.72, lightness) +
    part(-20, 0.34, lightness + 5) +
    part(21, 0.3, lightness - 2)
  );
}

/** A leaf with its midrib. */
export function leaf(random, { x, y, length, angle, hue = 105, lightness = 30, width = 0.28 }) {
  const id = `l${Math.floor(random.next() * 1e9)}`;
  const w = length * width;
  const blade = `M0,0 C${n(-w)},${n(-length * 0.3)} ${n(-w * 0.8)},${n(-length * 0.8)} 0,${n(-length)} C${n(w * 0.8)},${n(-length * 0.8)} ${n(w)},${n(-length * 0.3)} 0,0Z`;
  const shade = gradient(
    id,
    [
      [0, hsl(hue, 34, lightness + 14)],
      [0.5, hsl(hue, 36, lightness)],
      [1, hsl(hue - 8, 38, lightness * 0.55)],
    ],
    'cx="0.25" cy="0.3" r="0.9"',
  );
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})">${shade}${path(blade, `url(#${id})`)}${path(`M0,0 L0,${n(-length * 0.94)}`, 'none', `stroke="${hsl(hue, 30, lightness + 20, 0.5)}" stroke-width="2"`)}</g>`;
}

/** Leaves all around a point. */
export const foliage = (random, { x, y, spread, count, length, hue = 105, lightness = 28 }) =>
  random.times(count, (at) =>
    leaf(random, {
      x: x + random.between(-spread, spread) * 0.5,
      y: y + random.between(-spread, spread) * 0.35,
      length: length * random.between(0.6, 1.2),
      angle: (at * 360) / count + random.between(-20, 20),
      hue: hue + random.between(-14, 16),
      lightness: lightness + random.between(-10, 12),
      width: random.between(0.16, 0.3),
    }),
  );

/** Lights out of focus. */
export const bokeh = (random, { x, y, w, h, count, hue, spread = 30, lightness = 70, r = 40 }) =>
  random.times(count, () =>
    circle(
      x + random.next() * w,
      y + random.next() * h,
      r * random.between(0.4, 1.4),
      hsl(hue + random.between(-spread, spread), 65, lightness + random.between(-18, 12), random.between(0.12, 0.5)),
    ),
  );

/** A vase or pot: `neck` and `foot` are shares of the width `w`. */
export function vase(random, { x, y, w, h, neck = 0.5, foot = 0.6, color: [hue, saturation, lightness] }) {
  const id = `v${Math.floor(random.next() * 1e9)}`;
  const shade = `<linearGradient id="${id}">${[
    [0, 0.62],
    [0.28, 1.22],
    [0.5, 1],
    [1, 0.42],
  ]
    .map(([at, k]) => `<stop offset="${at}" stop-color="${hsl(hue, saturation, lightness * k)}"/>`)
    .join('')}</linearGradient>`;
  const a = (w * neck) / 2;
  const b = (w * foot) / 2;
  const d = `M${n(x - a)},${n(y)} C${n(x - w * 0.62)},${n(y + h * 0.3)} ${n(x - w * 0.55)},${n(y + h * 0.75)} ${n(x - b)},${n(y + h)} Q${n(x)},${n(y + h * 1.05)} ${n(x + b)},${n(y + h)} C${n(x + w * 0.55)},${n(y + h * 0.75)} ${n(x + w * 0.62)},${n(y + h * 0.3)} ${n(x + a)},${n(y)}Z`;
  return (
    shade +
    ellipse(x + w * 0.25, y + h * 1.01, w * 0.75, h * 0.07, 'rgba(0,0,0,.3)') +
    path(d, `url(#${id})`) +
    ellipse(x, y, a, a * 0.22, hsl(hue, saturation, lightness * 0.3))
  );
}
