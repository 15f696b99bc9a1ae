import type { Choreography, SceneSize } from './choreography.ts';

type Table = Readonly<Record<string, Choreography>>;
type Loaded = { readonly scenes: Table; readonly any: Choreography };

const LOAD: Readonly<Record<SceneSize, () => Promise<Loaded>>> = {
  pop: () => import('./pop.ts').then(({ POP_SCENES, ANY_POP }) => ({ scenes: POP_SCENES, any: ANY_POP })),
  side: () => import('./side.ts').then(({ SIDE_SCENES, ANY_SIDE }) => ({ scenes: SIDE_SCENES, any: ANY_SIDE })),
  full: () => import('./full.ts').then(({ FULL_SCENES, ANY_FULL }) => ({ scenes: FULL_SCENES, any: ANY_FULL })),
};

/** Loads the animation of a gift when it is about to play; an unknown gift gets the fallback of its size. */
export async function loadChoreography(gift: string, size: SceneSize): Promise<Choreography> {
  const { scenes, any } = await LOAD[size]();
  return (Object.hasOwn(scenes, gift) ? scenes[gift] : undefined) ?? any;
}

/** Loads and decodes the picture of a gift for its animation. Rejects if that fails. */
export async function loadPicture(src: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  return picture;
}
