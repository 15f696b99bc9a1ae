import { Monitor, Smartphone } from 'lucide-react';
import { IconTile } from '../../../ui/icon-tile.tsx';

const PHONES: ReadonlySet<string> = new Set(['Android', 'iPhone', 'iPad']);

/** The picture of a device by its platform, as a session names it. */
export const DeviceIcon = ({ platform }: { readonly platform: string }) => (
  <IconTile tone={4}>{PHONES.has(platform) ? <Smartphone size={18} /> : <Monitor size={18} />}</IconTile>
);
