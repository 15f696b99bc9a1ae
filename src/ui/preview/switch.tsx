import { useState } from 'react';
import { Switch } from '../input/switch.tsx';

const SwitchPreview = () => {
  const [on, setOn] = useState(true);
  return (
    <div>
      <Switch label="On or off" hint="What it does" on={on} onSwitch={setOn} />
      <Switch label="Off" on={false} onSwitch={() => {}} />
      <Switch label="On, disabled" on disabled onSwitch={() => {}} />
      <Switch label="Off, disabled" on={false} disabled onSwitch={() => {}} />
    </div>
  );
};
export default SwitchPreview;
