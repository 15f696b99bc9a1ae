import { MEDIA_TOOLS } from './media-tools.ts';
import type { TrayTool } from './tools.ts';

/** What can be sent besides words. A tool is one line; its part and its words are fetched when it is opened. */
export const TRAY: readonly TrayTool[] = [...MEDIA_TOOLS];
