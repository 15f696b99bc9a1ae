import { partOf } from '../ui/lazy.tsx';

/** Plays the animations of gifts over a conversation or a call. */
export const giftScenes = partOf(() => import('../gifts/scenes/scene-layer.tsx'));
