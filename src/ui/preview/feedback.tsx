import { Ghost } from 'lucide-react';
import { useState } from 'react';
import { Sheet } from '../dialog/sheet.tsx';
import { Badge } from '../feedback/badge.tsx';
import { Banner } from '../feedback/banner.tsx';
import { Empty } from '../feedback/empty.tsx';
import { RowSkeletons } from '../feedback/skeleton.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { showToast } from '../feedback/toast.ts';
import { Button } from '../input/button.tsx';

const FeedbackPreview = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => showToast('Saved', 'good')}>Toast</Button>
      <Button onClick={() => showToast('That did not work', 'bad')}>Bad toast</Button>
      <Button onClick={() => setOpen(true)}>Sheet</Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="A sheet">
        <Empty art={<Ghost size={40} />} title="Nothing here" text="A sheet holds anything." />
      </Sheet>
      <Badge text="7" label="7 unread" />
      <Spinner />
      <Banner tone="warn" icon={<Ghost size={18} />} title="You are offline" text="Messages wait." />
      <RowSkeletons count={2} />
      <Empty art={<Ghost size={40} />} title="Nobody is here" text="Come back in a while." />
    </>
  );
};
export default FeedbackPreview;
