import { openPanel, type StoreScene } from '../ui/dialog/panel.ts';

/** Opens the coin store over the current page. */
export const openStore = (scene: StoreScene): void => openPanel('store', { scene });
