import { openPanel, type StoreScene } from '../ui/panel.ts';

/** Opens the coin store over whatever is there. */
export const openStore = (scene: StoreScene): void => openPanel('store', { scene });
