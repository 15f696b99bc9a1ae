import { partOf } from '../ui/lazy.tsx';

/** Layer that plays gift animations over a conversation or a call. Loaded on demand. */
export const giftScenes = partOf(() => import('../gifts/scenes/scene-layer.tsx'));
