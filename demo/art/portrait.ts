import { clothes } from './clothes/clothes.ts';
import { brows, eyes } from './eyes.ts';
import { smooth } from './geometry.ts';
import { hair } from './hair/styles.ts';
import { ears, faceOutline, head, torso } from './head.ts';
import { bindi, earrings, glasses, necklace } from './jewels.ts';
import { finish } from './light.ts';
import { mouth, nose } from './mouth.ts';
import { pose } from './pose.ts';
import { blinkAt, type Scene, swing } from './scene.ts';
import { backdrop } from './scenery/backdrop.ts';
import { group, Sheet } from './sheet.ts';
import type { Traits } from './traits.ts';

/** Output width in pixels (pictures are 3:4), zoom, and the shift of the person in drawing units. */
export type Frame = { readonly width: number; readonly zoom: number; readonly x: number; readonly y: number };
/** Frame of the profile picture, and of the clips with another width. */
export const PORTRAIT: Frame = { width: 960, zoom: 1.21, x: 0, y: 10 };

/** Margin of the SVG on every side as a share of the width and height: blurs fade where the canvas ends, so `developed` crops it. */
export const BLEED = 1 / 24;

/**
 * Draws one picture as SVG, to be rendered and cropped by `developed`. `time` is the phase of a seamless loop: 0 and 1 are the same
 * picture.
 */
export function portrait(traits: Traits, time = 0, frame: Frame = PORTRAIT): string {
  const sheet = new Sheet(frame.width / 960);
  const turn = {
    ...traits.turn,
    yaw: traits.turn.yaw + swing(time, 1, 0.1) * 0.035,
    roll: traits.turn.roll + swing(time, 1) * 0.012,
  };
  const scene: Scene = {
    sheet,
    traits,
    time,
    blink: blinkAt(time, traits.seed),
    pose: pose(turn, [480 - turn.yaw * 30, 545], swing(time, 1, 0.25)),
  };
  const { back, front, shadow } = hair(scene);
  const figure = [
    back,
    torso(scene),
    necklace(scene),
    clothes(scene),
    ears(scene),
    earrings(scene, true),
    head(scene),
    group(shadow, { 'clip-path': sheet.clip(smooth(faceOutline(scene))) }),
    mouth(scene),
    nose(scene),
    eyes(scene),
    brows(scene),
    bindi(scene),
    glasses(scene),
    earrings(scene, false),
    front,
  ].join('');
  // Zoomed about the eyes, so that other frames keep them where they were.
  const placed = `translate(${480 + frame.x} ${545 + frame.y}) scale(${frame.zoom}) translate(-480 -545)`;
  const content = backdrop(scene) + group(figure, { transform: placed }) + finish(scene);
  const [width, height] = [960 * (1 + 2 * BLEED), 1280 * (1 + 2 * BLEED)];
  const view = `viewBox="${-960 * BLEED} ${-1280 * BLEED} ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${view}>${sheet.defs}${content}</svg>`;
}
