import { Monitor, Smartphone } from 'lucide-react';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';

const PHONES: ReadonlySet<string> = new Set(['Android', 'iPhone', 'iPad']);

/** Icon of the device of a session in the security settings, by its platform. */
export const DeviceIcon = ({ platform }: { readonly platform: string }) => (
  <IconTile tone={4}>{PHONES.has(platform) ? <Smartphone size={18} /> : <Monitor size={18} />}</IconTile>
);
