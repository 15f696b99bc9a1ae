import { useState } from 'react';
import { PriceTag } from '../../person/price-tag.tsx';
import { ChipTabs } from '../layout/chip-tabs.tsx';
import { Flag } from '../mark/flag.tsx';
import { FLAGS } from '../mark/flag-countries.ts';

const CHIPS = ['All', 'English', 'Arabic', 'Hindi'].map((label) => ({ value: label, label }));

const SmallPreview = () => {
  const [chosen, choose] = useState('All');
  return (
    <>
      {['', ...FLAGS].map((country) => (
        <Flag key={country} country={country} size="large" />
      ))}
      <PriceTag price={40} />
      <PriceTag price={1_200} on="portrait" />
      <ChipTabs label="Chips" chips={CHIPS} value={chosen} onChange={choose}>
        {chosen}
      </ChipTabs>
    </>
  );
};
export default SmallPreview;
