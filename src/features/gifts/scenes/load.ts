import type { Choreography, SceneSize } from './choreography.ts';

type Table = Readonly<Record<string, Choreography>>;
type Loaded = { readonly scenes: Table; readonly any: Choreography };

const LOAD: Readonly<Record<SceneSize, () => Promise<Loaded>>> = {
  pop: () => import('./pop.ts').then(({ POP_SCENES, ANY_POP }) => ({ scenes: POP_SCENES, any: ANY_POP })),
  side: () => import('./side.ts').then(({ SIDE_SCENES, ANY_SIDE }) => ({ scenes: SIDE_SCENES, any: ANY_SIDE })),
  full: () => import('./full.ts').then(({ FULL_SCENES, ANY_FULL }) => ({ scenes: FULL_SCENES, any: ANY_FULL })),
};

/** The scene of a gift; of one that this build does not know, the one that all of its size have. */
export async function loadChoreography(gift: string, size: SceneSize): Promise<Choreography> {
  const { scenes, any } = await LOAD[size]();
  return (Object.hasOwn(scenes, gift) ? scenes[gift] : undefined) ?? any;
}

/** The picture, ready to be drawn. */
export async function loadPicture(src: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  return picture;
}
