import type { Backdrop } from './choreography.ts';
import { ink } from './colours.ts';
import type { Box } from './flights.ts';
import { randomFrom } from './random.ts';
import { SHAPES } from './shapes.ts';

type Pen = CanvasRenderingContext2D;
/** Paints a backdrop around the origin. `t`: time from 0 to 1; `shown`: opacity for fading in and out; `seed`: for random positions. */
type Paint = (pen: Pen, box: Box, t: number, shown: number, seed: number) => void;

const TURN = Math.PI * 2;

function halo(pen: Pen, { gift }: Box, t: number, shown: number): void {
  const r = gift * (0.8 + 0.08 * Math.sin(t * 12));
  const light = pen.createRadialGradient(0, 0, 0, 0, 0, r);
  light.addColorStop(0, `${ink.gold}80`);
  light.addColorStop(0.4, `${ink.rose}47`);
  light.addColorStop(0.75, `${ink.rose}14`);
  light.addColorStop(1, `${ink.rose}00`);
  // The halo fades in while the gift appears.
  pen.globalAlpha = shown * Math.min(1, t * 4);
  pen.fillStyle = light;
  pen.fillRect(-r, -r, r * 2, r * 2);
}

/** Evening sky behind luminous gifts, faded at the top and bottom. */
function dusk(pen: Pen, { width, height }: Box): void {
  const sky = pen.createLinearGradient(0, -height / 2, 0, height / 2);
  sky.addColorStop(0, `${ink.night}00`);
  sky.addColorStop(0.25, `${ink.dusk}d9`);
  sky.addColorStop(0.8, `${ink.night}d9`);
  sky.addColorStop(1, `${ink.night}00`);
  pen.fillStyle = sky;
  pen.fillRect(-width / 2, -height / 2, width, height);
}

function rays(pen: Pen, { gift }: Box, t: number): void {
  const r = gift * 1.5;
  const light = pen.createRadialGradient(0, 0, gift * 0.2, 0, 0, r);
  light.addColorStop(0, `${ink.cream}99`);
  light.addColorStop(1, `${ink.gold}00`);
  pen.fillStyle = light;
  for (let ray = 0; ray < 12; ray += 1) {
    const angle = (ray / 12) * TURN + t * 1.4;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.arc(0, 0, r, angle, angle + 0.2);
    pen.fill();
  }
}

function rings(pen: Pen, { gift }: Box, t: number, shown: number): void {
  for (let ring = 0; ring < 3; ring += 1) {
    const k = (t * 2.4 + ring / 3) % 1;
    pen.globalAlpha = shown * (1 - k) * 0.6;
    pen.save();
    SHAPES.ring(pen, gift * (0.35 + 0.75 * k), ring % 2 === 0 ? ink.gold : ink.rose);
    pen.restore();
  }
}

/** Layers of waves from `top` downwards, one for each colour. */
function waves(pen: Pen, { width, height, gift }: Box, t: number, top: number, colours: readonly string[]): void {
  for (const [line, colour] of colours.entries()) {
    const crest = top + line * gift * 0.16;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(-width, height);
    for (let x = -width / 2; x <= width / 2 + 12; x += 12)
      pen.lineTo(x, crest + Math.sin(x / (gift * 0.22) + t * (10 + line * 4) + line * 2) * gift * 0.035);
    pen.lineTo(width, height);
    pen.fill();
  }
}

const water: Paint = (pen, box, t) =>
  waves(pen, box, t, box.gift * 0.32, [`${ink.sky}66`, `${ink.blue}66`, `${ink.sea}66`]);

function sea(pen: Pen, box: Box, t: number): void {
  const { width, height, gift } = box;
  const dusk = pen.createLinearGradient(0, -height / 2, 0, gift * 0.5);
  dusk.addColorStop(0, `${ink.dusk}00`);
  dusk.addColorStop(0.6, `${ink.coral}66`);
  dusk.addColorStop(1, `${ink.gold}99`);
  pen.fillStyle = dusk;
  pen.fillRect(-width / 2, -height / 2, width, height);
  waves(pen, box, t, gift * 0.34, [`${ink.blue}cc`, `${ink.sea}d9`, `${ink.dusk}f2`]);
}

function meadow(pen: Pen, { width, height, gift }: Box, t: number, _shown: number, seed: number): void {
  const random = randomFrom(seed);
  pen.strokeStyle = `${ink.leaf}b3`;
  pen.lineCap = 'round';
  for (let blade = 0; blade < 60; blade += 1) {
    const x = (random() - 0.5) * width;
    const tall = gift * (0.1 + 0.18 * random());
    pen.lineWidth = gift * 0.014;
    pen.beginPath();
    pen.moveTo(x, height / 2);
    pen.quadraticCurveTo(x, height / 2 - tall * 0.6, x + Math.sin(t * 7 + x) * gift * 0.05, height / 2 - tall);
    pen.stroke();
  }
}

function bulbs(pen: Pen, { gift }: Box, t: number, shown: number): void {
  for (let bulb = 0; bulb < 28; bulb += 1) {
    const angle = (bulb / 28) * TURN + t * 1.6;
    const lit = (bulb + Math.floor(t * 18)) % 2 === 0;
    pen.globalAlpha = shown * (lit ? 1 : 0.35);
    pen.save();
    pen.translate(gift * 0.82 * Math.cos(angle), gift * 0.82 * Math.sin(angle));
    SHAPES.glow(pen, gift * (lit ? 0.05 : 0.03), bulb % 2 === 0 ? ink.gold : ink.rose);
    pen.restore();
  }
}

const ROCKET_INKS = [ink.coral, ink.gold, ink.teal, ink.violet, ink.rose, ink.blue] as const;

/** Sparks of an exploded rocket; `k` is the elapsed part of its life, 0 to 1. */
function blossom(pen: Pen, r: number, k: number, colour: string, random: () => number): void {
  const way = r * (1 - (1 - k) ** 3);
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  pen.lineCap = 'round';
  for (let spark = 0; spark < 26; spark += 1) {
    const angle = (spark / 26) * TURN;
    const far = way * (0.72 + 0.28 * random());
    const [x, y] = [far * Math.cos(angle), far * Math.sin(angle) + r * 0.22 * k * k];
    pen.lineWidth = r * 0.024 * (1 - k * 0.6);
    pen.beginPath();
    pen.moveTo(x * (0.45 + 0.4 * k), y * (0.45 + 0.4 * k));
    pen.lineTo(x, y);
    pen.stroke();
    pen.beginPath();
    pen.arc(x, y, r * 0.03, 0, TURN);
    pen.fill();
  }
}

function rockets(pen: Pen, { width, height, gift }: Box, t: number, shown: number, seed: number): void {
  const random = randomFrom(seed);
  for (let rocket = 0; rocket < 9; rocket += 1) {
    const x = (random() - 0.5) * width * 0.86;
    const y = (random() - 0.62) * height * 0.72;
    const r = gift * (0.4 + 0.5 * random());
    const begin = 0.03 + rocket * 0.085;
    const colour = ROCKET_INKS[rocket % ROCKET_INKS.length] ?? ink.gold;
    const climb = (t - begin) / 0.1;
    const k = (t - begin - 0.1) / 0.3;
    const own = randomFrom(seed + rocket);
    pen.save();
    if (climb > 0 && climb < 1) {
      const from = height / 2 + (y - height / 2) * climb;
      const tail = pen.createLinearGradient(0, from, 0, from + gift * 0.35);
      tail.addColorStop(0, ink.cream);
      tail.addColorStop(1, `${ink.gold}00`);
      pen.fillStyle = tail;
      pen.globalAlpha = shown;
      pen.fillRect(x - gift * 0.012, from, gift * 0.024, gift * 0.35);
    } else if (k > 0 && k < 1) {
      pen.translate(x, y);
      pen.globalAlpha = shown * (1 - k) ** 0.7;
      blossom(pen, r, k, colour, own);
      blossom(pen, r * 0.5, k, ink.cream, own);
    }
    pen.restore();
  }
}

function staff(pen: Pen, { width, gift }: Box, t: number): void {
  pen.strokeStyle = `${ink.lilac}99`;
  pen.lineWidth = Math.max(1, gift * 0.008);
  for (let line = 0; line < 5; line += 1) {
    pen.beginPath();
    for (let x = -width / 2; x <= width / 2 + 10; x += 10) {
      const y = (line - 2) * gift * 0.1 - gift * 0.1 + Math.sin(x / (gift * 0.7) + t * 6) * gift * 0.16;
      pen.lineTo(x, y);
    }
    pen.stroke();
  }
}

const CURTAINS = [ink.teal, ink.green, ink.violet, ink.blue] as const;

function curtains(pen: Pen, { width, height }: Box, t: number): void {
  pen.globalCompositeOperation = 'lighter';
  for (const [fold, colour] of CURTAINS.entries()) {
    const foot = (x: number) =>
      height * (-0.06 - fold * 0.075) +
      Math.sin(x / (width * 0.16) + t * (3 + fold) + fold * 2) * height * 0.055 +
      Math.sin(x / (width * 0.07) - t * 4 + fold) * height * 0.02;
    const step = Math.max(3, width / 160);
    for (let x = -width / 2; x <= width / 2; x += step) {
      const y = foot(x);
      const tall = height * (0.24 + 0.07 * Math.sin(x / (width * 0.045) + t * 5 + fold * 3));
      const light = pen.createLinearGradient(0, y, 0, y - tall);
      light.addColorStop(0, `${colour}00`);
      light.addColorStop(0.1, `${colour}80`);
      light.addColorStop(1, `${colour}00`);
      pen.fillStyle = light;
      pen.fillRect(x, y - tall, step + 0.5, tall);
    }
  }
  pen.globalCompositeOperation = 'source-over';
}

const BOW = [ink.coral, ink.orange, ink.gold, ink.green, ink.blue, ink.violet] as const;

function rainbow(pen: Pen, { gift, width }: Box, t: number): void {
  const r = Math.min(gift * 1.05, width * 0.47);
  const drawn = Math.min(1, Math.max(0, (t - 0.12) / 0.3));
  pen.lineWidth = gift * 0.045;
  pen.lineCap = 'round';
  for (const [band, colour] of BOW.entries()) {
    pen.strokeStyle = `${colour}b3`;
    pen.beginPath();
    pen.arc(0, gift * 0.25, r - band * gift * 0.045, Math.PI, Math.PI + Math.PI * drawn);
    pen.stroke();
  }
}

/**
 * Position, from the centre, of a gift that crosses the scene from the top right to the bottom left, at the time `t`, 0 to 1. `angle`: its
 * direction in radians, for the tail; the gift is not turned by it, as the comet is drawn in this direction.
 */
export function crossing({ width, height, gift }: Box, t: number): { x: number; y: number; angle: number } {
  const way = Math.hypot(width, height) + gift;
  const angle = Math.atan2(height, -width);
  const place = (t - 0.5) * way * 1.15;
  return { x: place * Math.cos(angle), y: place * Math.sin(angle), angle };
}

function tail(pen: Pen, box: Box, t: number, _shown: number, seed: number): void {
  const random = randomFrom(seed);
  const { gift } = box;
  const { x, y, angle } = crossing(box, t);
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.lineCap = 'round';
  for (let streak = 0; streak < 40; streak += 1) {
    const side = (random() - 0.5) * gift * 0.5;
    const long = gift * (1.2 + 2.4 * random()) * (1 - Math.abs(side) / gift);
    const colour = [ink.cream, ink.gold, ink.rose, ink.lilac, ink.blue][Math.floor(random() * 5)] ?? ink.cream;
    const light = pen.createLinearGradient(0, 0, -long, 0);
    light.addColorStop(0, `${colour}b3`);
    light.addColorStop(1, `${colour}00`);
    pen.strokeStyle = light;
    pen.lineWidth = gift * (0.012 + 0.04 * random());
    pen.beginPath();
    pen.moveTo(0, side);
    pen.lineTo(-long, side * 1.8);
    pen.stroke();
  }
  pen.restore();
}

const ARMS = 3;

function spiral(pen: Pen, { width, height, gift }: Box, t: number, shown: number, seed: number): void {
  const random = randomFrom(seed);
  const grown = Math.min(1, t * 2.2);
  const wide = Math.min(Math.max(width, height) * 0.62, gift * 2);
  pen.globalCompositeOperation = 'lighter';
  for (let star = 0; star < 420; star += 1) {
    const k = random() ** 0.7;
    const arm = ((star % ARMS) / ARMS) * TURN;
    const angle = arm + k * 5.2 + (random() - 0.5) * 0.7 - t * (3.2 - 1.8 * k);
    const r = gift * 0.12 + wide * k * grown;
    const colour = [ink.cream, ink.lilac, ink.blue, ink.rose, ink.violet][Math.floor(random() * 5)] ?? ink.cream;
    pen.globalAlpha = shown * (1 - k * 0.55) * (0.5 + 0.5 * Math.sin(t * 20 + star));
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(r * Math.cos(angle), r * 0.62 * Math.sin(angle), gift * (0.006 + 0.014 * random()), 0, TURN);
    pen.fill();
  }
  pen.globalCompositeOperation = 'source-over';
}

function stars(pen: Pen, { width, height, gift }: Box, t: number, shown: number, seed: number): void {
  const random = randomFrom(seed + 7);
  pen.fillStyle = ink.cream;
  for (let star = 0; star < 90; star += 1) {
    const [x, y, own] = [(random() - 0.5) * width, (random() - 0.5) * height, random()];
    pen.globalAlpha = shown * (0.35 + 0.6 * Math.abs(Math.sin(t * 6 + own * TURN)));
    pen.beginPath();
    pen.arc(x, y, gift * (0.003 + 0.007 * own), 0, TURN);
    pen.fill();
  }
}

/** Functions that paint each backdrop of a gift animation. */
export const BACKDROPS: Readonly<Record<Backdrop, Paint>> = {
  halo,
  dusk,
  rays,
  rings,
  water,
  sea,
  meadow,
  bulbs,
  rockets,
  staff,
  curtains,
  rainbow,
  tail,
  spiral,
  stars,
};
