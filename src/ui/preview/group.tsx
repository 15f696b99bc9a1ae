import { Globe } from 'lucide-react';
import { Group, LinkRow, PlainRow } from '../layout/group.tsx';
import { IconTile } from '../mark/icon-tile.tsx';
import { QrCode } from '../mark/qr-code.tsx';

const icon = (
  <IconTile tone={3}>
    <Globe size={18} />
  </IconTile>
);

const GroupPreview = () => (
  <>
    <Group title="A group" note="A note below it">
      <LinkRow to="/preview/ui" icon={icon} label="A line that leads on" hint="And what is there" value="Chosen" />
      <PlainRow label="A line that only says something" />
    </Group>
    <QrCode text="https://example.org" label="Code of the address example.org" />
  </>
);
export default GroupPreview;
