import { useState } from 'react';
import { Tabs } from '../layout/tabs.tsx';

const TABS = [
  { value: 'one', label: 'Requests', count: 3 },
  { value: 'two', label: 'Friends', count: 128 },
  { value: 'three', label: 'Favourites' },
] as const;

const TabsPreview = () => {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('one');
  return (
    <Tabs label="Lists" tabs={TABS} value={value} onChange={setValue}>
      <p>{value}</p>
    </Tabs>
  );
};
export default TabsPreview;
